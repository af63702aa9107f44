import type { JsonSchemaType, Tool } from "@modelcontextprotocol/server";
import { Ajv, AjvJsonSchemaValidator, addFormats } from "@modelcontextprotocol/server/validators/ajv";
import type { ArgumentProblem } from "./router-error.ts";

/** Checks arguments against a tool's input schema: every problem at once; empty when there is none. */
export type ArgumentCheck = (tool: Tool, args: unknown) => readonly ArgumentProblem[];

interface AjvError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const MAX_PROBLEMS = 50;
const MAX_ALLOWED = 100;

/** Keywords that the SDK's exported engine, of draft-07, does not know; everything else means the same in 2020-12. */
const ONLY_2020 =
  /"(prefixItems|\$dynamicRef|dependentSchemas|dependentRequired|unevaluatedProperties|unevaluatedItems|minContains|maxContains)":/;

type Compiled = (args: unknown) => readonly ArgumentProblem[];
const NO_PROBLEMS: readonly ArgumentProblem[] = [];

/**
 * The check, with schemas compiled once each. A schema that cannot be compiled (a network `$ref`, an unknown dialect) is
 * no reason to refuse a call: its source checks for itself.
 */
export function createArgumentCheck(): ArgumentCheck {
  const engine = new Ajv({ strict: false, validateSchema: false, allErrors: true });
  addFormats(engine);
  const newest = new AjvJsonSchemaValidator();
  const compiled = new WeakMap<object, Compiled>();

  function compile(schema: Tool["inputSchema"]): Compiled {
    try {
      if (ONLY_2020.test(JSON.stringify(schema))) {
        const validate = newest.getValidator(schema as JsonSchemaType);
        const broken = [{ path: ROOT, problem: "do not fit the input schema of this tool" }];
        return (args) => (validate(args).valid ? NO_PROBLEMS : broken);
      }
      // Without its id, a schema can be compiled again after a refresh.
      const { $id: _, $schema: __, ...rest } = schema;
      const validate = engine.compile(rest);
      return (args) =>
        validate(args) ? NO_PROBLEMS : ((validate.errors ?? []) as AjvError[]).slice(0, MAX_PROBLEMS).map(problemOf);
    } catch {
      return () => NO_PROBLEMS;
    }
  }

  return (tool, args) => {
    const known = compiled.get(tool.inputSchema) ?? compile(tool.inputSchema);
    compiled.set(tool.inputSchema, known);
    return known(args);
  };
}

const ROOT = "(arguments)";

function problemOf({ instancePath, keyword, params }: AjvError): ArgumentProblem {
  const path = pathOf(instancePath);
  switch (keyword) {
    case "required":
      return { path: below(path, params.missingProperty), problem: "is missing" };
    case "additionalProperties":
    case "unevaluatedProperties":
      return {
        path: below(path, params.additionalProperty ?? params.unevaluatedProperty),
        problem: "is not an argument of this tool",
      };
    case "enum":
      return { path, problem: "is not one of the allowed values", allowed: listed(params.allowedValues) };
    case "const":
      return { path, problem: "is not the allowed value", allowed: [params.allowedValue] };
    case "type":
      return { path, problem: `is not of type ${[params.type].flat().join(" or ")}` };
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return { path, problem: `must be ${String(params.comparison)} ${String(params.limit)}` };
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "minProperties":
    case "maxProperties":
      return { path, problem: `has a size that breaks ${keyword} ${String(params.limit)}` };
    case "format":
      return { path, problem: `is not a ${String(params.format)}` };
    default:
      return { path, problem: `breaks ${keyword}` };
  }
}

const listed = (values: unknown): readonly unknown[] => (Array.isArray(values) ? values.slice(0, MAX_ALLOWED) : []);

/** `/genes/3/id` → `genes[3].id`. Property names may come from the caller: cleaned and bounded. */
function pathOf(pointer: string): string {
  const parts = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const path = parts.reduce((text, part) => (/^\d+$/.test(part) ? `${text}[${part}]` : below(text, part)), "");
  return path === "" ? ROOT : path.slice(0, 200);
}

function below(path: string, name: unknown): string {
  const cleaned = String(name)
    .replace(/[^\p{L}\p{N}_.$-]/gu, "?")
    .slice(0, 64);
  return path === "" || path === ROOT ? cleaned : `${path}.${cleaned}`;
}
