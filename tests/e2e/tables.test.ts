import { resolve } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withReplay } from "../../cli/context.ts";
import { createInstallation } from "../../cli/installation.ts";
import { serveSourceHttp } from "../../servers/kit/serve-source.ts";
import { type TableDocument, writtenOut } from "../../servers/kit/table/table-document.ts";
import { buildRecording } from "../support/captured/build-recording.ts";
import { capturedText, describeCaptured } from "../support/captured/captured.ts";
import { tbdbRows } from "../support/captured/tbdb.ts";
import { openRouter, scratchFolder } from "../support/open-router.ts";

const MAIN = [process.execPath, "--import", "tsx", resolve(import.meta.dirname, "../../cli/main.ts")];
const VARIANTS = "gene-router-table://tbdb/variants";

/** Through every kind of link and both transports, with the limits that hosts and router have by default. */
describeCaptured("the whole resistance catalogue as one table", () => {
  const recording = scratchFolder();
  const closing: (() => Promise<void>)[] = [];
  let embedded: string;

  const read = async (client: Client, transport: Parameters<Client["connect"]>[0]): Promise<string> => {
    await client.connect(transport);
    closing.push(() => client.close());
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(VARIANTS);
    const [content] = (await client.readResource({ uri: VARIANTS })).contents;
    return content !== undefined && "text" in content ? content.text : "";
  };
  const client = (): Client => new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });

  async function throughRouter(link: string): Promise<string> {
    const router = await openRouter({ servers: `servers:\n  tbdb:\n    ${link}\n`, replay: recording.path });
    closing.push(router.close);
    return read(client(), new StreamableHTTPClientTransport(new URL(await router.url())));
  }

  beforeAll(async () => {
    buildRecording(tbdbRows, recording.path, "2026-08-28T08:59:58.120Z");
    embedded = await throughRouter("embed: tbdb");
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
    recording.remove();
  });

  it("has every row of the file, in the file's order, each with its id and licence", () => {
    const { outcome, columns, rows, licences } = writtenOut(JSON.parse(embedded) as TableDocument);
    const file = parse(capturedText("tbdb/mutations_2024-01-30.csv"), { columns: true }) as Record<string, string>[];
    expect([outcome, rows.length]).toEqual(["found", file.length]);
    const names = columns.map(({ name }) => name);
    const pick = (row: readonly unknown[], name: string) => String(row[names.indexOf(name)] ?? "");
    const columnOf = { Gene: "gene", Mutation: "mutation", type: "type", drug: "drug" } as const;
    const others = { original_mutation: "original_mutation", confidence: "grade_raw", comment: "comment" } as const;
    const fields = Object.entries({ ...columnOf, ...others });
    const differing = file.filter((wanted, at) =>
      fields.some(([field, column]) => wanted[field]?.trim() !== pick(rows[at] ?? [], column)),
    );
    expect(differing).toEqual([]);
    const ids = rows.filter(
      (row) => row[0] !== `tbdb:${pick(row, "gene")}:${pick(row, "mutation")}:${pick(row, "drug")}`,
    );
    // Mutations too long for an id are shortened; every other row is cited as the tools cite it.
    expect(ids.every((row) => /-[0-9a-f]{12}:/.test(String(row[0])))).toBe(true);
    expect(rows.every((row) => Object.hasOwn(licences, pick(row, "licence")))).toBe(true);
    expect(rows.every((row) => /^Rv/.test(pick(row, "locus_tag")))).toBe(true);
  });

  it("is the same bytes from a remote source", async () => {
    const installation = createInstallation({
      environment: withReplay({ GENE_ROUTER_CACHE_DIR: "off" }, recording.path),
      exposure: "local",
      warn: () => {},
    });
    const serving = await serveSourceHttp(await installation.openSource("tbdb"), { hostname: "127.0.0.1", port: 0 });
    closing.push(
      () => installation.close(),
      () => serving.close(0),
    );
    expect(await throughRouter(`url: http://127.0.0.1:${serving.port}/mcp`)).toBe(embedded);
  });

  it("is the same bytes from a child process", async () => {
    const command = [...MAIN, "serve", "tbdb", "--stdio", "--replay", recording.path];
    expect(await throughRouter(`command: ${JSON.stringify(command)}`)).toBe(embedded);
  });

  it("fits into the read buffer that hosts on standard input and output have", async () => {
    const [command = "", ...args] = [...MAIN, "stdio", "--replay", recording.path];
    const env = { PATH: process.env.PATH ?? "", GENE_ROUTER_CACHE_DIR: "off" };
    const transport = new StdioClientTransport({ command, args, env, stderr: "ignore" });
    expect(await read(client(), transport)).toBe(embedded);
  });
});
