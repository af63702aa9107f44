import type { z } from "zod";

type Def = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
  checks?: { _zod: { def: { check: string; format?: string } } }[];
  format?: string;
};

const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const DECIMAL = /^-?(?:0|[1-9]\d*)\.\d+$/;

/**
 * Lossless coercion towards a schema: `"20"` → 20, `"true"` → true, a scalar where a list is wanted → a list of one,
 * a whole number where text is wanted → its digits. Anything else is returned as it came, for the schema to refuse.
 */
export function coerce(schema: z.ZodType, value: unknown): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "readonly":
    case "catch":
    case "nonoptional":
      return value === undefined || value === null ? value : coerce(def.innerType!, value);
    case "pipe":
      return coerce(def.in!, value);
    case "number":
      return coerceNumber(value);
    case "boolean":
      return value === "true" ? true : value === "false" ? false : value;
    case "string":
    case "enum":
    case "literal":
      return Number.isSafeInteger(value) && !schema.safeParse(value).success ? String(value) : value;
    case "array": {
      const list = isScalar(value) ? [value] : value;
      return Array.isArray(list) ? list.map((element) => coerce(def.element!, element)) : list;
    }
    case "object":
      return coerceObject(schema as z.ZodObject, value);
    case "union": {
      if (schema.safeParse(value).success) return value;
      for (const option of def.options!) {
        const candidate = coerce(option, value);
        if (option.safeParse(candidate).success) return candidate;
      }
      return value;
    }
    default:
      return value;
  }
}

function coerceNumber(value: unknown): unknown {
  if (typeof value !== "string" || !(INTEGER.test(value) || DECIMAL.test(value))) return value;
  const number = Number(value);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number;
}

function coerceObject(schema: z.ZodObject, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const field = Object.hasOwn(schema.shape, key) ? (schema.shape[key] as z.ZodType) : undefined;
      return [key, field === undefined ? inner : coerce(field, inner)];
    }),
  );
}

const isScalar = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";
