import { z } from "zod";

/** A namespace has no underscore, so the first `_` of a visible name always ends it. */
export const NAMESPACE = /^[a-z][a-z0-9]{0,15}$/;
const LEAF = /^[a-z][a-z0-9_]{0,63}$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

const MIB = 1024 * 1024;
export const ENTRY_DEFAULTS = { timeout_ms: 60_000, concurrency: 16, max_result_bytes: 4 * MIB } as const;

const text = (description: string) => z.string().min(1).max(2000).optional().describe(description);
const variable = (description: string) => z.string().regex(VARIABLE).optional().describe(description);
const globs = (description: string) => z.array(z.string().min(1).max(100)).max(200).optional().describe(description);

/** A URL of an MCP endpoint: http or https, without credentials (they belong into the variable of `token_env`). */
export function endpointProblem(value: string): "not_a_url" | "not_http" | "credentials" | "fragment" | null {
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    return "not_a_url";
  }
  // `kegg:3001` parses as a URL whose scheme is `kegg:`; to its author it is a host and a port.
  if (!value.includes("://")) return "not_a_url";
  if (url.protocol !== "http:" && url.protocol !== "https:") return "not_http";
  if (url.username !== "" || url.password !== "") return "credentials";
  return url.hash === "" ? null : "fragment";
}

/** A scope as OAuth writes it: printable, without blanks, quotes and backslashes (RFC 6749 §3.3). */
const scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/);

const ToolFilter = z.strictObject({
  allow: globs("Serve only leaf names that match one of these globs (`*` and `?`)."),
  deny: globs("Do not serve leaf names that match one of these globs."),
  rename: z
    .record(z.string().min(1).max(128), z.string().regex(LEAF))
    .optional()
    .describe("Leaf name of the source → leaf name that is shown."),
  scopes: z
    .record(z.string().regex(LEAF), z.array(scope).max(20))
    .optional()
    .describe("Leaf name as shown → OAuth scopes that a caller needs for it, in place of <namespace>:write."),
});

/** One entry of `servers`, as written; what is optional here gets its default in the configuration. */
export const ServerEntry = z.strictObject({
  embed: z
    .string()
    .regex(NAMESPACE)
    .optional()
    .describe("Name of a built-in source, served inside the router's process."),
  url: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe("Streamable HTTP endpoint of a remote source: https://host/mcp."),
  command: z
    .array(z.string().min(1).max(4000))
    .min(1)
    .max(100)
    .optional()
    .describe("Program and arguments of a source that speaks MCP over stdio."),
  url_env: variable("Environment variable whose value, if set, is the URL."),
  token_env: variable("Environment variable that holds the bearer token sent to this source."),
  title: text("Shown instead of the server's own title."),
  description: text("One line for a model that chooses among sources."),
  homepage: text("Where to read about the source; shown in GET /health."),
  terms: text("Terms of use in one sentence; shown to models in the instructions, and in GET /health."),
  tags: z
    .array(z.string().min(1).max(50))
    .max(50)
    .optional()
    .describe("Words that search finds this source's tools by."),
  entrypoints: z
    .array(z.string().regex(LEAF))
    .max(50)
    .optional()
    .describe("Leaf names that stay in the default tool list."),
  enabled: z.boolean().optional().describe("Default true."),
  required: z.boolean().optional().describe("GET /ready fails while this source is down. Default false."),
  timeout_ms: z.int().min(1).max(3_600_000).optional().describe("Milliseconds for one call. Default 60000."),
  concurrency: z
    .int()
    .min(1)
    .max(1024)
    .optional()
    .describe("Calls to this source at once; eight times as many may wait. Default 16."),
  max_result_bytes: z
    .int()
    .min(1024)
    .max(256 * MIB)
    .optional()
    .describe("Cap on one result; a table may have 33554432. Default 4194304."),
  tools: ToolFilter.optional().describe("Which tools are served, and under which leaf names."),
  scopes: z
    .array(scope)
    .max(50)
    .optional()
    .describe("OAuth scopes that a caller needs for anything of this source, once callers are authenticated."),
});

export type ServerEntry = z.infer<typeof ServerEntry>;

/** Router settings that the file may hold; the environment and flags stand above it. */
const RouterSection = z.strictObject({
  host: z.string().optional().describe("Address to bind. Default 127.0.0.1."),
  port: z.int().optional().describe("Port to bind; 0 = any free one. Default 8000."),
  path: z.string().optional().describe("Path of the MCP endpoint. Default /mcp."),
  surface: z.string().optional().describe("What tools/list shows: search, all or transparent."),
  refresh_s: z.int().optional().describe("Seconds between refreshes of a source's definitions. Default 300."),
  auth: z.string().optional().describe("Who may call: none, jwt or oauth. Default none."),
  public_url: z.string().optional().describe("URL of the MCP endpoint as callers write it; the audience of tokens."),
  issuer: z.string().optional().describe("Issuer of the tokens, exactly as they state it."),
  jwks_url: z.string().optional().describe("Where the issuer's public keys are; with oauth found at the issuer."),
  required_scopes: z.string().optional().describe("OAuth scopes that every caller needs, separated by blanks."),
  allowed_hosts: z.array(z.string()).optional().describe("Host names accepted besides loopback."),
  allowed_origins: z.array(z.string()).optional().describe("Origin host names accepted besides loopback."),
});

export const ServersFile = z.strictObject({
  $schema: z.string().optional().describe("For editors."),
  router: RouterSection.optional().describe("Settings of the router itself."),
  servers: z.record(z.string().regex(NAMESPACE), ServerEntry).describe("Namespace → source. The only registry."),
});

/** JSON Schema of `servers.yaml`, for editors and `gene-router schema servers`. */
export function serversJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(ServersFile, { target: "draft-2020-12" }) as Record<string, unknown>;
  return { ...schema, title: "gene-router servers.yaml", description: "The sources that the router offers." };
}
