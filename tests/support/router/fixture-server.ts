import { inputRequired, McpServer, ProtocolError, type Tool } from "@modelcontextprotocol/server";

const object = (properties: Record<string, object>, required: string[] = []) =>
  ({ type: "object", properties, required, additionalProperties: false }) as Tool["inputSchema"];

/** What a fixture has seen and can be made to do. */
export interface FixtureControl {
  /** Names of tools whose call was cancelled at the source. */
  readonly cancelled: string[];
  /** Tools as listed; tests add and remove. */
  tools: Tool[];
  /** `_meta` of the last call. */
  lastMeta: unknown;
  /** Lets every `hold` go. */
  release: () => void;
}

export const fixtureControl = (): FixtureControl => ({
  cancelled: [],
  tools: fixtureTools(),
  lastMeta: null,
  release: () => {},
});

function fixtureTools(): Tool[] {
  return [
    { name: "ask", description: "Asks the caller for a name and greets it.", inputSchema: object({}) },
    {
      name: "big",
      description: "Answers with so many characters.",
      inputSchema: object({ size: { type: "integer", description: "How many" } }, ["size"]),
    },
    {
      name: "echo",
      title: "Echo",
      description: "Says a text back.",
      inputSchema: object(
        { text: { type: "string", description: "What to say" }, mode: { enum: ["plain", "loud"], description: "How" } },
        ["text"],
      ),
      annotations: { readOnlyHint: true, idempotentHint: true },
      _meta: { "example/kept": "yes" },
    },
    { name: "fail", description: "Fails as a tool does.", inputSchema: object({}) },
    { name: "hang", description: "Never answers.", inputSchema: object({}) },
    { name: "hold", description: "Reports progress, then waits for release.", inputSchema: object({}) },
    {
      name: "mirrored",
      description: "Wants an argument in a header too.",
      inputSchema: object({ region: { type: "string", "x-mcp-header": "Region", description: "Where" } }, ["region"]),
    },
    { name: "refuse", description: "Fails as the protocol does.", inputSchema: object({}) },
    { name: "release", description: "Lets hold go on.", inputSchema: object({}) },
    { name: "talk", description: "Reports progress and a log message, then answers.", inputSchema: object({}) },
  ];
}

/** The SDK checks mirrored headers only where it can ask for the schema. */
class Fixture extends McpServer {
  readonly #control: FixtureControl;

  constructor(control: FixtureControl, ...rest: ConstructorParameters<typeof McpServer>) {
    super(...rest);
    this.#control = control;
  }

  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#control.tools.find((tool) => tool.name === name)?.inputSchema;
  }
}

/** A source of the revision of 2026-07-28, one server a request, as the SDK's factory wants it. */
export function fixtureServer(control: FixtureControl): McpServer {
  const mcp = new Fixture(
    control,
    { name: "fixture", version: "1.2.3", title: "Fixture" },
    {
      instructions: "A fixture.",
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {}, logging: {} },
    },
  );
  const { server } = mcp;
  server.setRequestHandler("tools/list", () => ({ tools: control.tools }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    control.lastMeta = mcpReq._meta ?? null;
    const args = (params.arguments ?? {}) as Record<string, unknown>;
    const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
    switch (params.name) {
      case "echo":
        return {
          ...text(String(args.text)),
          structuredContent: { text: args.text },
          _meta: { "example/trace": "kept" },
        };
      case "mirrored":
        return text(String(args.region));
      case "big":
        return text("x".repeat(Number(args.size)));
      case "fail":
        return { ...text("it failed"), isError: true };
      case "refuse":
        throw new ProtocolError(-32603, "refused by the source", { why: "because" });
      case "hang":
        return new Promise((_, reject) => {
          mcpReq.signal.addEventListener("abort", () => {
            control.cancelled.push("hang");
            reject(mcpReq.signal.reason);
          });
        });
      case "hold": {
        const held = new Promise<void>((resolve) => {
          control.release = resolve;
        });
        const progressToken = mcpReq._meta?.progressToken ?? "";
        await mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress: 1, message: "holding" },
        });
        await held;
        return text("released");
      }
      case "release":
        control.release();
        return text("ok");
      case "talk": {
        const progressToken = mcpReq._meta?.progressToken;
        if (progressToken !== undefined) {
          await mcpReq.notify({
            method: "notifications/progress",
            params: { progressToken, progress: 1, total: 2, message: "half" },
          });
        }
        await mcpReq.log("info", "working");
        return text("done");
      }
      case "ask": {
        const answer = mcpReq.inputResponses?.who as { content?: { name?: string } } | undefined;
        if (answer === undefined) {
          const schema = {
            type: "object" as const,
            properties: { name: { type: "string" as const } },
            required: ["name"],
          };
          return inputRequired({
            inputRequests: { who: inputRequired.elicit({ message: "Who?", requestedSchema: schema }) },
            requestState: "opaque=/+state",
          });
        }
        return text(`hello ${answer.content?.name} ${String(mcpReq.requestState())}`);
      }
      default:
        throw new ProtocolError(-32602, "Unknown tool");
    }
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: [{ name: "greet", arguments: [{ name: "who", required: true }] }],
  }));
  server.setRequestHandler("prompts/get", ({ params }) => ({
    messages: [{ role: "user", content: { type: "text", text: `greet ${params.arguments?.who}` } }],
  }));
  server.setRequestHandler("resources/list", () => ({ resources: [{ uri: "test://readme", name: "readme" }] }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://item/{id}", name: "item" }],
  }));
  server.setRequestHandler("resources/read", ({ params }) => {
    if (!params.uri.startsWith("test://")) throw new ProtocolError(-32602, "Resource not found");
    return { contents: [{ uri: params.uri, text: `read ${params.uri}` }] };
  });
  server.setRequestHandler("completion/complete", ({ params }) => ({
    completion: {
      values: [`${(params.ref as { name?: string; uri?: string }).name ?? (params.ref as { uri?: string }).uri}!`],
    },
  }));
  return mcp;
}
