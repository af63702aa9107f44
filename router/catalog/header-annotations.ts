/** A tool argument that travels as an `Mcp-Param-<header>` header too. */
interface HeaderAnnotation {
  readonly header: string;
  /** Property names from the root of the arguments. */
  readonly path: readonly string[];
}

export type HeaderAnnotations =
  | { readonly legal: true; readonly annotations: readonly HeaderAnnotation[] }
  | { readonly legal: false; readonly reason: string };

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const KEY = "x-mcp-header";
/** The only types that the revision of 2026-07-28 admits. */
const TYPES: ReadonlySet<unknown> = new Set(["string", "integer", "boolean"]);
const DATA_KEYWORDS: ReadonlySet<string> = new Set(["enum", "const", "default", "examples"]);

/**
 * Finds the `x-mcp-header` annotations of an input schema. They are legal only on primitive properties that are reached
 * through `properties` alone, with a unique header token (MCP 2026-07-28, Streamable HTTP).
 */
export function headerAnnotations(schema: unknown): HeaderAnnotations {
  const annotations: HeaderAnnotation[] = [];
  const seen = new Set<string>();
  const reason = visit(schema, [], true, (header, path, type) => {
    if (typeof header !== "string" || !TOKEN.test(header)) return "a header name is not a token";
    if (!TYPES.has(type)) return "a header stands on a property that is not a string, integer or boolean";
    if (seen.has(header.toLowerCase())) return "two properties share one header";
    seen.add(header.toLowerCase());
    annotations.push({ header, path });
    return null;
  });
  return reason === null ? { legal: true, annotations } : { legal: false, reason };
}

type OnAnnotation = (header: unknown, path: readonly string[], type: unknown) => string | null;

function visit(node: unknown, path: readonly string[], reachable: boolean, found: OnAnnotation): string | null {
  if (Array.isArray(node)) return firstReason(node, (item) => visit(item, path, false, found));
  if (node === null || typeof node !== "object") return null;
  const schema = node as Record<string, unknown>;
  if (Object.hasOwn(schema, KEY)) {
    if (!reachable || path.length === 0) return "a header stands where it cannot be reached through properties";
    const reason = found(schema[KEY], path, schema.type);
    if (reason !== null) return reason;
  }
  return firstReason(Object.entries(schema), ([keyword, value]) => {
    if (keyword === KEY || DATA_KEYWORDS.has(keyword)) return null;
    if (keyword !== "properties" && !NAMED_SCHEMAS.has(keyword)) return visit(value, path, false, found);
    const named = value !== null && typeof value === "object" ? Object.entries(value) : [];
    const below = reachable && keyword === "properties";
    return firstReason(named, ([name, child]) => visit(child, [...path, name], below, found));
  });
}

/** Keywords whose members are named by data, so that a member called `x-mcp-header` is no annotation. */
const NAMED_SCHEMAS: ReadonlySet<string> = new Set(["patternProperties", "dependentSchemas", "$defs", "definitions"]);

function firstReason<T>(items: readonly T[], check: (item: T) => string | null): string | null {
  for (const item of items) {
    const reason = check(item);
    if (reason !== null) return reason;
  }
  return null;
}
