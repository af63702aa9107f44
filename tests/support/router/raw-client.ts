export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server said
  readonly body: any;
  /** Every message of an event stream; the one of a JSON body. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server said
  readonly messages: any[];
}

const MODERN = "2026-07-28";

/** One request of revision 2026-07-28, by hand. */
export function modernRequest(
  method: string,
  params: Record<string, unknown> = {},
  meta: Record<string, unknown> = {},
  id: unknown = 1,
): Record<string, unknown> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    ...meta,
  };
  return { jsonrpc: "2.0", id, method, params: { ...params, _meta } };
}

export function modernHeaders(method: string, name?: string): Record<string, string> {
  return { "mcp-protocol-version": MODERN, "mcp-method": method, ...(name !== undefined && { "mcp-name": name }) };
}

export async function askModern(
  url: string,
  method: string,
  params: Record<string, unknown> = {},
  meta: Record<string, unknown> = {},
): Promise<RawAnswer> {
  const name = params.name ?? params.uri;
  return post(
    url,
    modernRequest(method, params, meta),
    modernHeaders(method, typeof name === "string" ? name : undefined),
  );
}

/** One request of a 2025 revision, without a session. */
export const askLegacy = (url: string, method: string, params: Record<string, unknown> = {}): Promise<RawAnswer> =>
  post(url, { jsonrpc: "2.0", id: 1, method, params }, { "mcp-protocol-version": "2025-11-25" });

export async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  });
  const text = await response.text();
  const events = response.headers.get("content-type")?.startsWith("text/event-stream");
  const messages = events
    ? [...text.matchAll(/^data: ?(\S.*)$/gm)].map(([, data]) => JSON.parse(data as string))
    : text === ""
      ? []
      : [JSON.parse(text)];
  return { status: response.status, headers: response.headers, body: messages.at(-1), messages };
}
