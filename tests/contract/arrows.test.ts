import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/** The arrows of docs/architecture.md: who may import whom. Everything else is forbidden, and so are circles. */
const ROOT = resolve(import.meta.dirname, "../..");
const FOLDERS = ["cli", "router", "servers", "citations", "clients", "tests", "bench"];

const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"(\.[^"]+)"|import\("(\.[^"]+)"\)/g;

const files = filesBelow(FOLDERS);
const edges = files.flatMap((file) =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(IMPORT)].map((match) => ({
    from: file,
    to: relative(ROOT, resolve(ROOT, dirname(file), (match[1] ?? match[2])!)),
  })),
);

function filesBelow(folders: readonly string[]): string[] {
  return readdirSync(ROOT)
    .filter((name) => folders.includes(name))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith(".ts"));
}

/** The room a file belongs to: a folder, and below servers and clients the sub-folder. */
function roomOf(file: string): string {
  const [top = "", second = ""] = file.split("/");
  return ["servers", "clients"].includes(top) ? `${top}/${second}` : top;
}

function allowed(from: string, to: string): boolean {
  const [a, b] = [roomOf(from), roomOf(to)];
  if (a === b || ["cli", "tests", "bench"].includes(a)) return true;
  // Unit tests and their fixtures lie beside their code and may use what tests share.
  if (/\.(test|fixture)\.ts$/.test(from) && b === "tests") return true;
  if (a === "router" || a.startsWith("clients/")) {
    if (b === "servers/kit") return true;
  }
  if (a.startsWith("servers/") && a !== "servers/kit" && b === "servers/kit") return true;
  if (a.startsWith("clients/")) return b === "citations" || to === "clients/router-client.ts";
  return a === "servers/evidence" && b === "citations";
}

describe("the arrows", () => {
  it("finds the tree", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(edges.length).toBeGreaterThan(100);
  });

  it("holds: nobody imports what they may not", () => {
    const forbidden = edges.filter(({ from, to }) => !allowed(from, to)).map(({ from, to }) => `${from} → ${to}`);
    expect(forbidden).toEqual([]);
  });

  it("has no circle between files", () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
      if (path.includes(file) || done.has(file)) return;
      for (const to of next.get(file) ?? []) visit(to, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });
});
