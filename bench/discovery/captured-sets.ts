import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import type { CatalogueTool } from "../../router/catalog/catalogue.ts";
import type { Labelled, LabelledSet } from "./labelled-set.ts";

const SHARED = join(import.meta.dirname, "../../../shared");
const FLEET = "reference/genefoundry-fleet-baseline.json";

interface ForeignTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: object;
  readonly parameters?: object;
  readonly tags?: readonly string[];
}

/** The labelled sets that lie beside the repository; none where they are absent. They are read in place. */
export function capturedSets(): LabelledSet[] {
  if (!existsSync(join(SHARED, FLEET))) return [];
  return [fleet(), liveMcpBench(), metaTool(), functionCalling()];
}

/** Both halves of what is needed are in the reference folder: 272 tools of 21 servers, and 26 questions. */
export function fleet(): LabelledSet {
  const { backends } = json(FLEET) as { backends: Record<string, { tools: ForeignTool[] }> };
  const { intents } = json("reference/genefoundry-intents.json") as { intents: Labelled[] };
  const tools = Object.entries(backends).flatMap(([namespace, { tools }]) =>
    tools.map((tool) => foreignTool(namespace, tool)),
  );
  return { name: "fleet of 272 gene tools", tools, queries: intents };
}

/** Tasks that take several tools each; names stand for whichever server offers them. */
function liveMcpBench(): LabelledSet {
  const servers = JSON.parse(gunzipSync(bytes("captured/mcp-tools/livemcpbench/tools.json.gz")).toString()) as {
    tools: Record<string, { tools: ForeignTool[] }>;
  }[];
  const tools = servers.flatMap(({ tools }) =>
    Object.entries(tools).flatMap(([server, { tools }]) => tools.map((tool) => foreignTool(namespaceOf(server), tool))),
  );
  const tasks = json("captured/mcp-tools/livemcpbench/annotations_half.json") as {
    Question: string;
    "Annotator Metadata": { Tools: string };
  }[];
  const queries = tasks.map((task) => {
    const named = new Set(
      task["Annotator Metadata"].Tools.split("\n").map((line) => line.replace(/^\d+\.\s*/, "").trim()),
    );
    const expected = tools.filter(({ sourceName }) => named.has(sourceName)).map(({ name }) => name);
    return { query: task.Question, expected };
  });
  return { name: "LiveMCPBench", tools, queries: queries.filter(({ expected }) => expected.length > 0) };
}

/** Plug-ins with one sentence each, and questions as people ask them. */
function metaTool(): LabelledSet {
  const descriptions = json("captured/mcp-tools/metatool/plugin_des.json") as Record<string, string>;
  const tools = Object.entries(descriptions).map(([name, description]) =>
    foreignTool("plugin", { name: name.toLowerCase(), description }),
  );
  const rows = parse(text("captured/mcp-tools/metatool/queries_half.csv"), { columns: true }) as {
    Query: string;
    Tool: string;
  }[];
  const known = new Set(tools.map(({ name }) => name));
  const queries = rows
    .map(({ Query, Tool }) => ({ query: Query.slice(0, 400), expected: [`plugin_${Tool.toLowerCase()}`] }))
    .filter(({ expected }) => known.has(expected[0]!));
  return { name: "MetaTool", tools, queries };
}

/** One function a question; together they are a catalogue of small functions. */
function functionCalling(): LabelledSet {
  const rows = text("captured/mcp-tools/bfcl/simple_python_half.jsonl")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { question: { content: string }[][]; function: ForeignTool[] });
  const byName = new Map(
    rows.flatMap((row) => row.function.map((tool) => [tool.name, foreignTool("fn", tool)] as const)),
  );
  const queries = rows.map((row) => ({
    query: row.question[0]![0]!.content.slice(0, 400),
    expected: row.function.map(({ name }) => `fn_${name}`),
  }));
  return { name: "BFCL simple", tools: [...byName.values()], queries };
}

function foreignTool(namespace: string, tool: ForeignTool): CatalogueTool {
  const name = `${namespace}_${tool.name}`;
  const { parameters, tags, inputSchema, ...rest } = tool;
  const definition = { ...rest, name, inputSchema: inputSchema ?? parameters ?? { type: "object" } };
  return {
    name,
    namespace,
    sourceName: tool.name,
    definition: definition as unknown as CatalogueTool["definition"],
    pinned: false,
    tags: tags ?? [],
    mirrors: false,
    scopes: [],
  };
}

const namespaceOf = (server: string): string => server.toLowerCase().replace(/[^a-z0-9]/g, "") || "server";
const bytes = (path: string): Buffer => readFileSync(join(SHARED, path));
const text = (path: string): string => bytes(path).toString("utf8");
const json = (path: string): unknown => JSON.parse(text(path));
