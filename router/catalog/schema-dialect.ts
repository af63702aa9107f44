const DRAFT_07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;

/** Keywords that mean something else in 2020-12 than in draft-07, or are gone. */
const CHANGED_KEYWORDS = ["definitions", "dependencies", "additionalItems", "$id", "$recursiveRef", "$recursiveAnchor"];

/**
 * A schema without its draft-07 stamp, when every keyword in it means the same in 2020-12. SDK v1 stamps every schema
 * so, and some hosts refuse the stamp. A schema whose meaning would change is left as it is.
 */
export function withoutDraft07Stamp<S extends object>(schema: S): S {
  const stamp = (schema as { $schema?: unknown }).$schema;
  if (typeof stamp !== "string" || !DRAFT_07.test(stamp) || !agrees(schema)) return schema;
  const { $schema: _, ...rest } = schema as S & { $schema?: unknown };
  return rest as S;
}

/** True when no keyword of the schema, at any depth, differs between the two dialects. */
function agrees(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(agrees);
  if (schema === null || typeof schema !== "object") return true;
  const node = schema as Record<string, unknown>;
  if (CHANGED_KEYWORDS.some((keyword) => Object.hasOwn(node, keyword))) return false;
  // Tuples: an array of schemas under `items` became `prefixItems`.
  if (Array.isArray(node.items)) return false;
  // draft-07 ignores what stands beside `$ref`; 2020-12 applies it.
  if (Object.hasOwn(node, "$ref") && Object.keys(node).length > 1) return false;
  return Object.entries(node).every(([keyword, value]) =>
    // Property names and enum values are data, not keywords.
    keyword === "properties" || keyword === "patternProperties"
      ? Object.values((value ?? {}) as object).every(agrees)
      : keyword === "enum" || keyword === "const" || keyword === "default" || keyword === "examples" || agrees(value),
  );
}
