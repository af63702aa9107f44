import { askLegacy, askModern } from "../support/router/raw-client.ts";
import { startServing } from "../support/router/start-router.ts";

/*
 * The router as the suite's client: its only source is the suite's own server, and what the suite wants called comes in
 * through the front door, from a host of a 2025 revision that mirrors no header and drops no tool.
 */
const source = process.argv.at(-1) ?? "";
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "";
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}") as {
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
};
const serving = await startServing({
  servers: { suite: { url: source } },
  environment: { GENE_ROUTER_SURFACE: "transparent" },
});
const { url } = serving;
const call = (name: string, args: unknown = {}) => askLegacy(url, "tools/call", { name, arguments: args });
const listed = async () =>
  (await askLegacy(url, "tools/list")).body.result.tools as { name: string; inputSchema: Record<string, unknown> }[];

/** One call of 2026-07-28 through as many rounds as the source asks for. */
async function callWithRounds(name: string): Promise<void> {
  const capabilities = { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } };
  let round: Record<string, unknown> = {};
  for (;;) {
    const { result } = (await askModern(url, "tools/call", { name, arguments: {}, ...round }, capabilities)).body;
    if (result?.resultType !== "input_required") return;
    const answers = Object.keys(result.inputRequests).map((key) => [
      key,
      { action: "accept", content: { confirmed: true } },
    ]);
    const { requestState } = result;
    round = { inputResponses: Object.fromEntries(answers), ...(requestState !== undefined && { requestState }) };
  }
}

const drive: Record<string, () => Promise<unknown>> = {
  tools_call: () => call("add_numbers", { a: 5, b: 3 }),
  "http-custom-headers": async () => {
    for (const { name, arguments: args } of context.toolCalls ?? []) await call(name, args);
  },
  "http-invalid-tool-headers": async () => {
    for (const { name } of await listed()) await call(name, { region: "us-east1" });
  },
  "sep-2322-client-request-state": () =>
    Promise.all(
      ["echo_state", "no_state", "unrelated", "no_result_type"].map((each) => callWithRounds(`test_mrtr_${each}`)),
    ),
  "json-schema-2020-12-preservation": async () => {
    const [focal, echo] = (await listed()).sort(
      (a, b) => (a.name.includes("echo") ? 1 : -1) - (b.name.includes("echo") ? 1 : -1),
    );
    await call(echo?.name ?? "", { schema: focal?.inputSchema });
  },
};

/** Everything that is listed, once. */
async function everything(): Promise<void> {
  for (const { name } of await listed()) await call(name);
  const { result: prompts } = (await askLegacy(url, "prompts/list")).body;
  for (const { name } of prompts?.prompts ?? []) await askLegacy(url, "prompts/get", { name });
  const { result: resources } = (await askLegacy(url, "resources/list")).body;
  for (const { uri } of resources?.resources ?? []) await askLegacy(url, "resources/read", { uri });
}

await (drive[scenario] ?? everything)();
await serving.close(0);
