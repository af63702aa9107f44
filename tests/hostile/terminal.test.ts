import { EventEmitter } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { createMcpHandler, McpServer, type Tool } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../cli/run-command.ts";
import { scratchFolder } from "../support/open-router.ts";
import { rawSource } from "../support/router/remote-source.ts";
import { PAYLOADS, seeded } from "./payloads.ts";
import { placesOf, withTextAt } from "./places.ts";
import { QUESTIONS } from "./questions.ts";
import { isUnclean } from "./rules.ts";
import { asGiven, type HostileWorld, openWorld, respond } from "./world.ts";

/** What a person sees of hostile answers: lines that cannot move the cursor, colour, hide, reorder or end early. */
let world: HostileWorld;
const scratch = scratchFolder();
beforeAll(async () => {
  world = await openWorld(["kegg", "string", "uniprot", "pubmed", "tbdb"]);
});
afterAll(async () => {
  await world.close();
  scratch.remove();
});

/** Everything that a command prints on a terminal of this width, line by line. */
async function printed(argv: readonly string[], columns: number | null): Promise<string[]> {
  const lines: string[] = [];
  const stream = new PassThrough();
  stream.on("data", (chunk) => lines.push(String(chunk).replace(/\n$/, "")));
  const process = Object.assign(new EventEmitter(), { pid: 1, exitCode: undefined, exit: () => {} });
  await runCommand([...argv], {
    environment: { GENE_ROUTER_CACHE_DIR: "off", GENE_ROUTER_LOG_LEVEL: "debug" },
    output: { out: (line) => lines.push(line), err: (line) => lines.push(line), columns, watched: true },
    stdin: new PassThrough(),
    stdout: stream,
    stderr: stream,
    process,
  });
  return lines;
}

const unfit = (line: string): boolean => isUnclean(line) || /[\t\v\f\r\u0085\u2028\u2029]/.test(line);

/** What a terminal would obey or hide; lines that the program itself breaks are broken before. */
const unfitLines = (lines: readonly string[]): string[] =>
  lines
    .flatMap((text) => text.split("\n"))
    .filter(unfit)
    .map((line) => JSON.stringify(line.slice(0, 200)));

const small = Object.entries(PAYLOADS).filter(([, text]) => text.length < 10_000);

describe.each(QUESTIONS.map(([tool, args], index) => ({ tool, args, index })))(
  "$tool $args",
  ({ tool, args, index }) => {
    it("is printed without controls", async () => {
      const random = seeded(90_000 + index);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      world.twist((answer) => {
        if (answer === null) return asGiven(answer);
        // Names and descriptions only: an answer whose ids are hostile has nothing to print.
        const places = placesOf(answer.format, answer.body).filter((place) => TEXT_PLACE.test(place));
        const body = places.reduce(
          (text, place) => withTextAt(answer.format, text, place, (given) => `${given}${pick(small)[1]}`, "all"),
          answer.body,
        );
        return respond({ ...answer, body });
      });
      const lines = await printed(
        ["call", tool, JSON.stringify(args), "--servers", world.serversFile],
        pick([40, 80, null]),
      );
      expect(lines.length).toBeGreaterThan(0);
      expect(unfitLines(lines)).toEqual([]);
    });
  },
);

const TEXT_PLACE =
  /column [48]|NAME|SYMBOL|DBLINKS|preferredName|annotation|description|fullName|geneName|texts|ArticleTitle|AbstractText|Title|LastName|querytranslation|phrases/;

it("prints refused arguments without controls", async () => {
  for (const [, text] of small) {
    const refused = [
      "call",
      "kegg_get_pathways",
      JSON.stringify({ gene: text, [text]: 1 }),
      "--servers",
      world.serversFile,
    ];
    expect(unfitLines(await printed(refused, 80))).toEqual([]);
    expect(unfitLines(await printed(["call", text, "{}", "--servers", world.serversFile], 80))).toEqual([]);
  }
});

describe("definitions of a hostile remote source", () => {
  const texts = small.map(([, text]) => text);
  const tools: Tool[] = texts.map((text, index) => ({
    name: `tool_${index}`,
    title: text,
    description: `${text} finds genes`,
    inputSchema: { type: "object", properties: { gene: { type: "string", description: text } } },
  }));

  it.each([40, null])("are listed, searched and validated without controls on %s columns", async (columns) => {
    const handler = createMcpHandler(() => {
      const mcp = new McpServer(
        { name: texts[0] as string, version: "1", title: texts[1], description: texts[2] },
        { instructions: texts.join("\n") },
      );
      mcp.server.registerCapabilities({ tools: {} });
      mcp.server.setRequestHandler("tools/list", () => ({ tools }));
      return mcp;
    });
    const remote = await rawSource((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk) => chunks.push(chunk));
      request.on("end", async () => {
        const answer = await handler.fetch(
          new Request(`http://127.0.0.1${request.url}`, {
            method: request.method as string,
            headers: request.headers as Record<string, string>,
            ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
          }),
        );
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
      });
    });
    const servers = join(scratch.path, "hostile.yaml");
    writeFileSync(servers, `servers:\n  remote:\n    url: ${remote.url}\n`);
    try {
      const listed = await printed(["list-tools", "--servers", servers], columns);
      expect(listed.length).toBeGreaterThan(0);
      expect(unfitLines(listed)).toEqual([]);
      const found = await printed(["search", "genes", "--limit", "20", "--servers", servers], columns);
      expect(found.length).toBeGreaterThan(0);
      expect(unfitLines(found)).toEqual([]);
      expect(unfitLines(await printed(["validate", "--servers", servers], columns))).toEqual([]);
    } finally {
      await remote.kill();
    }
  });
});
