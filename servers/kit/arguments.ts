import type { z } from "zod";
import { coerce } from "./coerce.ts";
import { Fault } from "./fault.ts";
import { shownValue } from "./text.ts";

export type Checked =
  | { readonly ok: true; readonly input: Record<string, unknown> }
  | { readonly ok: false; readonly faults: readonly Fault[]; readonly query: Record<string, unknown> };

/** How many problems one refusal lists; more would not help a model to correct itself. */
const MAX_PROBLEMS = 50;

/**
 * Arguments against a tool's input schema: lossless coercion first, then every problem at once, each naming its
 * parameter and the cure. Values never enter a message; refused ones are shown, shortened, in `query`.
 */
export function checkArguments(schema: z.ZodObject, given: unknown): Checked {
  const args = given ?? {};
  if (typeof args !== "object" || Array.isArray(args)) {
    const fault = new Fault("invalid_argument", "Arguments must be an object of named parameters");
    return { ok: false, faults: [fault], query: refusedQuery(schema, {}, new Set()) };
  }
  const coerced = coerce(schema, args) as Record<string, unknown>;
  const result = schema.safeParse(coerced, { reportInput: true });
  if (result.success) {
    return { ok: true, input: fillAbsent(schema, result.data as Record<string, unknown>) };
  }
  const issues = result.error.issues.slice(0, MAX_PROBLEMS) as Issue[];
  const faults = issues.flatMap((issue) => faultsOf(issue, schema)).slice(0, MAX_PROBLEMS);
  const refused = new Set(result.error.issues.map((issue) => String(issue.path[0] ?? "")));
  return { ok: false, faults, query: refusedQuery(schema, coerced, refused) };
}

/** Optional parameters that were not given are null in `query`, never left out; key order is the schema's. */
function fillAbsent(schema: z.ZodObject, data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(schema.shape).map((key) => [key, data[key] ?? null]));
}

function refusedQuery(
  schema: z.ZodObject,
  args: Record<string, unknown>,
  refused: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([key, field]) => {
      const value = Object.hasOwn(args, key) ? args[key] : undefined;
      if (value !== undefined && value !== null && refused.has(key)) return [key, shownValue(value)];
      const parsed = (field as z.ZodType).safeParse(value);
      return [key, parsed.success ? (parsed.data ?? null) : null];
    }),
  );
}

interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
  input?: unknown;
  keys?: string[];
  expected?: string;
  origin?: string;
  minimum?: number;
  maximum?: number;
  values?: unknown[];
  errors?: Issue[][];
}

const READABLE_NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const readableName = (name: string): string => (READABLE_NAME.test(name) ? name : "(unreadable name)");

function faultsOf(issue: Issue, schema: z.ZodObject): Fault[] {
  const param = pathOf(issue.path);
  switch (issue.code) {
    case "unrecognized_keys": {
      const known = Object.keys(schema.shape).join(", ");
      return (issue.keys ?? []).slice(0, MAX_PROBLEMS).map((key) => {
        const name = [...(param === "" ? [] : [param]), readableName(key)].join(".");
        const cure = param === "" ? `; the parameters are ${known}` : "";
        return new Fault("unknown_argument", `This parameter does not exist${cure}`, { param: name });
      });
    }
    case "invalid_type":
      return [
        issue.input === undefined
          ? new Fault("missing_argument", `${param} is required`, { param })
          : new Fault("invalid_argument", `${param} must be ${article(issue.expected ?? "valid value")}`, { param }),
      ];
    case "too_small":
    case "too_big":
      return [new Fault(rangeCode(issue), rangeMessage(issue, param), { param })];
    case "invalid_value":
      return [
        issue.input === undefined
          ? new Fault("missing_argument", `${param} is required`, { param })
          : new Fault("invalid_argument", `${param} must be one of ${(issue.values ?? []).map(String).join(", ")}`, {
              param,
            }),
      ];
    case "invalid_union": {
      if (issue.input === undefined) return [new Fault("missing_argument", `${param} is required`, { param })];
      // The option that came closest speaks for all: the one whose own checks failed, not its type.
      const closest = issue.errors?.find((option) => option.every((inner) => inner.code !== "invalid_type"));
      const inner = closest?.[0];
      if (inner) return faultsOf({ ...inner, path: [...issue.path, ...inner.path], input: issue.input }, schema);
      return [new Fault("invalid_argument", `${param} has none of the accepted forms`, { param })];
    }
    case "custom":
      // Messages of custom checks are written by the tool, as constants.
      return [new Fault("invalid_argument", `${param}: ${issue.message}`, { param })];
    default:
      return [new Fault("invalid_argument", `${param} does not have the required form`, { param })];
  }
}

const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index ? "." : ""}${readableName(String(part))}`))
    .join("");

const article = (noun: string): string =>
  noun === "int" ? "a whole number" : noun === "array" ? "a list" : /^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`;

const isBlankText = (issue: Issue): boolean => issue.origin === "string" && issue.minimum === 1;
const rangeCode = (issue: Issue) => (isBlankText(issue) ? "invalid_argument" : "out_of_range");

function rangeMessage(issue: Issue, param: string): string {
  if (isBlankText(issue)) return `${param} must not be blank`;
  const limit = issue.code === "too_small" ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  if (issue.origin === "string") return `${param} must have ${limit} characters`;
  if (issue.origin === "array") return `${param} must have ${limit} entries`;
  return `${param} must be ${limit}`;
}
