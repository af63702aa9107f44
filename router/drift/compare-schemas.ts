import { canonicalJson } from "../catalog/canonical-json.ts";
import { type FieldChange, fieldChange, joined, type RiskClass } from "./risk.ts";

type Node = Readonly<Record<string, unknown>>;
type Rule = (before: unknown, after: unknown, path: string) => FieldChange[];

const WIDENED: readonly RiskClass[] = ["schema-widened"];
const NARROWED: readonly RiskClass[] = ["schema-narrowed"];
const BOTH: readonly RiskClass[] = ["schema-widened", "schema-narrowed"];

const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/**
 * What changed between two JSON Schemas, keyword by keyword, seen from who fills them in: an optional property or an
 * allowed value more is `schema-widened`; a required property more, a value less or a tighter bound is
 * `schema-narrowed`. Words inside schemas are `text`. A keyword that no rule knows counts as both.
 */
export function compareSchemas(before: unknown, after: unknown, path: string): FieldChange[] {
  if (same(before, after)) return [];
  if (!isNode(before) || !isNode(after)) return [fieldChange(path, before, after, verdictOfWhole(before, after))];
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keywords.flatMap((keyword) => {
    const [old, now] = [own(before, keyword), own(after, keyword)];
    if (same(old ?? null, now ?? null) && (old === undefined) === (now === undefined)) return [];
    return (RULES.get(keyword) ?? unknownKeyword)(old, now, joined(path, keyword));
  });
}

const isNode = (value: unknown): value is Node => value !== null && typeof value === "object" && !Array.isArray(value);
const own = (node: Node, key: string): unknown => (Object.hasOwn(node, key) ? node[key] : undefined);

/** Of schemas that are `true`, `false` or missing: missing and `true` take everything, `false` nothing. */
function verdictOfWhole(before: unknown, after: unknown): readonly RiskClass[] {
  const [open, opens] = [before === undefined || before === true, after === undefined || after === true];
  if (open && opens) return ["cosmetic"];
  if (after === false || open) return NARROWED;
  if (before === false || opens) return WIDENED;
  return BOTH;
}

const unknownKeyword: Rule = (before, after, path) => [fieldChange(path, before, after, BOTH)];
const text: Rule = (before, after, path) => [fieldChange(path, before, after, ["text"])];
/** A default is read by a model and sent in silence. */
const silentValue: Rule = (before, after, path) => [fieldChange(path, before, after, ["text", "schema-widened"])];
const schema: Rule = (before, after, path) => compareSchemas(before, after, path);

/** `sign` 1: a larger bound lets more in (maximum); -1: a smaller one does (minimum). */
const bound =
  (sign: 1 | -1): Rule =>
  (before, after, path) => {
    if ([before, after].some((value) => value !== undefined && typeof value !== "number"))
      return [fieldChange(path, before, after, BOTH)];
    const of = (value: unknown): number => (typeof value === "number" ? sign * value : Number.POSITIVE_INFINITY);
    return [fieldChange(path, before, after, of(after) > of(before) ? WIDENED : NARROWED)];
  };

/** A condition that only ever refuses: with it less is accepted. */
const condition: Rule = (before, after, path) => [
  fieldChange(path, before, after, before === undefined ? NARROWED : after === undefined ? WIDENED : BOTH),
];

const flag: Rule = (before, after, path) => [fieldChange(path, before, after, after === true ? NARROWED : WIDENED)];

/** Values of which any will do (`enum`, `type`): one more is wider; none at all means that every value will do. */
const choice: Rule = (before, after, path) => {
  if (before === undefined) return [fieldChange(path, before, after, NARROWED)];
  if (after === undefined) return [fieldChange(path, before, after, WIDENED)];
  const [gained, lost] = difference(listOf(before), listOf(after));
  return verdict(path, before, after, gained, lost);
};

/** Integers are numbers: a schema that goes from `integer` to `number` accepts more, and none less. */
const types: Rule = (before, after, path) => {
  const [found] = choice(typesOf(before), typesOf(after), path);
  // One type, and a list of this one type, are the same.
  return [fieldChange(path, before, after, found?.risks ?? ["cosmetic"])];
};

/** Names that must all be there (`required`): one more is narrower. */
const demand: Rule = (before, after, path) => {
  const [gained, lost] = difference(listOf(before ?? []), listOf(after ?? []));
  return verdict(path, before, after, lost, gained);
};

/** Schemas by the names of properties. One that came can be sent now; one that went cannot. */
const properties: Rule = (before, after, path) => byName(before, after, path, WIDENED, NARROWED);
/** Definitions and patterns work through whoever refers to them. */
const namedSchemas: Rule = (before, after, path) => byName(before, after, path, BOTH, BOTH);

/** Alternatives: of lists of one length each is compared with its counterpart, else they are taken as sets. */
const alternatives =
  (onGained: readonly RiskClass[], onLost: readonly RiskClass[]): Rule =>
  (before, after, path) => {
    const [old, now] = [listOf(before ?? []), listOf(after ?? [])];
    if (old.length === now.length) return old.flatMap((each, at) => compareSchemas(each, now[at], `${path}[${at}]`));
    const [gained, lost] = difference(old, now);
    const came = gained.map((each) => fieldChange(path, undefined, each, before === undefined ? NARROWED : onGained));
    const went = lost.map((each) => fieldChange(path, each, undefined, after === undefined ? WIDENED : onLost));
    return came.length + went.length > 0 ? [...came, ...went] : [fieldChange(path, before, after, BOTH)];
  };

/** Inside a negation or a condition, wider and narrower change places or depend; only words are still words. */
const opaque: Rule = (before, after, path) => {
  const inner = compareSchemas(before, after, path);
  return inner.every(({ risks }) => risks.every((risk) => risk === "text"))
    ? inner
    : [fieldChange(path, before, after, BOTH)];
};

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...["title", "description", "$comment", "examples"].map((keyword) => [keyword, text] as const),
  ["default", silentValue],
  ["type", types],
  ["enum", choice],
  ["const", condition],
  ["required", demand],
  ["properties", properties],
  ...["$defs", "definitions", "patternProperties", "dependentSchemas"].map(
    (keyword) => [keyword, namedSchemas] as const,
  ),
  ...[
    "additionalProperties",
    "unevaluatedProperties",
    "items",
    "unevaluatedItems",
    "additionalItems",
    "propertyNames",
  ].map((keyword) => [keyword, schema] as const),
  ...["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"].map(
    (keyword) => [keyword, bound(1)] as const,
  ),
  ...["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"].map(
    (keyword) => [keyword, bound(-1)] as const,
  ),
  ...["pattern", "format", "multipleOf"].map((keyword) => [keyword, condition] as const),
  ["uniqueItems", flag],
  ["anyOf", alternatives(WIDENED, NARROWED)],
  // What one alternative more accepts, two may accept now, and then none is taken.
  ["oneOf", alternatives(BOTH, BOTH)],
  ["allOf", alternatives(NARROWED, WIDENED)],
  ["prefixItems", alternatives(NARROWED, WIDENED)],
  ...["not", "if", "then", "else", "contains"].map((keyword) => [keyword, opaque] as const),
]);

function byName(
  before: unknown,
  after: unknown,
  path: string,
  onGained: readonly RiskClass[],
  onLost: readonly RiskClass[],
): FieldChange[] {
  if (!isNode(before ?? {}) || !isNode(after ?? {})) return [fieldChange(path, before, after, BOTH)];
  const [old, now] = [(before ?? {}) as Node, (after ?? {}) as Node];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].sort().flatMap((name) => {
    const place = joined(path, name);
    if (!Object.hasOwn(old, name)) return [fieldChange(place, undefined, now[name], onGained)];
    if (!Object.hasOwn(now, name)) return [fieldChange(place, old[name], undefined, onLost)];
    return compareSchemas(old[name], now[name], place);
  });
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

function typesOf(value: unknown): unknown {
  if (value === undefined) return undefined;
  const types = listOf(value);
  return types.includes("number") ? [...new Set([...types, "integer"])] : types;
}

function difference(before: readonly unknown[], after: readonly unknown[]): [gained: unknown[], lost: unknown[]] {
  const [old, now] = [new Set(before.map(canonicalJson)), new Set(after.map(canonicalJson))];
  return [
    after.filter((each) => !old.has(canonicalJson(each))),
    before.filter((each) => !now.has(canonicalJson(each))),
  ];
}

function verdict(
  path: string,
  before: unknown,
  after: unknown,
  wider: readonly unknown[],
  narrower: readonly unknown[],
): FieldChange[] {
  if (wider.length > 0 && narrower.length > 0) return [fieldChange(path, before, after, BOTH)];
  if (wider.length > 0) return [fieldChange(path, before, after, WIDENED)];
  if (narrower.length > 0) return [fieldChange(path, before, after, NARROWED)];
  // The same members in another order, which means nothing, or in another form.
  return Array.isArray(before) === Array.isArray(after) ? [] : [fieldChange(path, before, after, ["cosmetic"])];
}
