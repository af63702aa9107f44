import { type CallToolResult, ProtocolError } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { CatalogueTool } from "../catalog/catalogue.ts";
import type { MountedSource } from "../connections/mounted-source.ts";
import { nearNames } from "../discovery/near-names.ts";
import { BadCursor, searchTools } from "../discovery/search-tools.ts";
import { permits } from "../policy/needed-scopes.ts";
import type { Caller } from "./caller.ts";
import type { ArgumentCheck } from "./check-arguments.ts";
import { forward } from "./forward.ts";
import { CALL_TOOL, META_TOOL_NAMES, SEARCH_TOOLS, SearchInput } from "./meta-tools.ts";
import type { Principal } from "./principal.ts";
import { quarantinedError } from "./quarantine.ts";
import { type ArgumentProblem, errorResult, RouterError, routerErrorOf } from "./router-error.ts";
import type { Searchable, Snapshot } from "./snapshot.ts";

export interface ToolSurfaceParts {
  readonly snapshot: () => Snapshot;
  /** The snapshot as far as a caller may see it. */
  readonly view: (principal: Principal) => Snapshot;
  readonly searchable: (principal: Principal) => Searchable;
  readonly sourceOf: (namespace: string) => MountedSource;
  /** A source of this namespace is configured, and nothing is known of it: neither now nor from an earlier run. */
  readonly unheard: (namespace: string) => boolean;
  readonly check: ArgumentCheck;
  readonly warn: (message: string) => void;
}

export interface ToolSurface {
  callTool(name: string, args: unknown, caller: Caller): Promise<CallToolResult>;
}

const INVALID_PARAMS = -32602;
/** A source that says so coerces losslessly and names every problem itself. */
const LENIENT = "gene-router/lenient";

const CallInput = z.strictObject({
  name: z.string().min(1).max(128),
  arguments: z.record(z.string(), z.unknown()).optional(),
});

/** `tools/call`, for the router's own tools and for everybody else's. */
export function createToolSurface({
  snapshot,
  view,
  searchable,
  sourceOf,
  unheard,
  check,
  warn,
}: ToolSurfaceParts): ToolSurface {
  const ownTools = (): boolean => snapshot().surface !== "transparent";

  async function callTool(name: string, args: unknown, caller: Caller): Promise<CallToolResult> {
    if (ownTools() && name === SEARCH_TOOLS) return answered(null, caller, true, async () => search(args, caller));
    if (ownTools() && name === CALL_TOOL) return callByName(args, caller);
    const tool = view(caller.principal).catalogue.toolsByName.get(name);
    if (tool === undefined) {
      const error = notServed(name, caller);
      const { message, details, code } = error;
      // Not known to be wrong: the source that would know has never been heard, or the tool is there and withheld.
      if (code !== "unknown_tool") {
        // A host may still hold the output schema of a tool that is withheld now.
        const hadSchema = code === "quarantined" || code === "forbidden";
        return answered(details.source ?? null, caller, hadSchema, () => Promise.reject(error));
      }
      throw new ProtocolError(INVALID_PARAMS, message, { suggestions: details.suggestions });
    }
    const checked = tool.definition.outputSchema !== undefined;
    return answered(tool.namespace, caller, checked, () => pass(tool, args, caller));
  }

  function callByName(args: unknown, caller: Caller): Promise<CallToolResult> {
    return answered(null, caller, false, async () => {
      const input = CallInput.safeParse(args ?? {});
      if (!input.success) throw badArguments(problemsOf(input.error));
      const { name, arguments: inner = {} } = input.data;
      if (META_TOOL_NAMES.includes(name)) {
        throw new RouterError("bad_arguments", "call_tool calls the tools of sources, not the router's own", {
          problems: [{ path: "name", problem: "names a tool of the router itself" }],
        });
      }
      const tool = view(caller.principal).catalogue.toolsByName.get(name);
      if (tool === undefined) throw notServed(name, caller);
      if (tool.definition._meta?.[LENIENT] !== true) {
        const problems = check(tool.definition, inner);
        if (problems.length > 0) {
          throw badArguments(
            problems.map((problem) => ({ ...problem, path: `arguments.${problem.path}` })),
            tool.namespace,
          );
        }
      }
      return pass(tool, inner, caller).catch((error: unknown) => {
        throw routerErrorOf(error, tool.namespace) ?? error;
      });
    });
  }

  async function pass(tool: CatalogueTool, args: unknown, caller: Caller): Promise<CallToolResult> {
    const { annotations, inputSchema } = tool.definition;
    const params = { name: tool.sourceName, ...(args !== undefined && { arguments: args }) };
    const idempotent = annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
    const request = { method: "tools/call", params, idempotent, inputSchema } as const;
    return (await forward(sourceOf(tool.namespace), request, caller)) as CallToolResult;
  }

  function search(args: unknown, { principal }: Caller): CallToolResult {
    const input = SearchInput.safeParse(args ?? {});
    if (!input.success) throw badArguments(problemsOf(input.error));
    const { catalogue, index } = searchable(principal);
    try {
      const structuredContent = { ...searchTools(catalogue, index, input.data) };
      return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
    } catch (error) {
      if (!(error instanceof BadCursor)) throw error;
      throw badArguments([
        { path: "cursor", problem: "belongs to another query or another catalogue; start without it" },
      ]);
    }
  }

  function notServed(name: string, { principal }: Caller): RouterError {
    const seen = view(principal);
    const forbidden = snapshot().catalogue.toolsByName.get(name);
    if (forbidden !== undefined && !permits(principal, forbidden.scopes)) return forbiddenTool(forbidden);
    const withheld = seen.quarantine.tools.get(name);
    if (withheld !== undefined) return quarantinedError("tool", withheld);
    const namespace = /^[a-z][a-z0-9]*(?=_)/.exec(name)?.[0];
    if (namespace !== undefined && unheard(namespace)) {
      const message = "The source of this name has not answered yet, so its tools are not known";
      return new RouterError("source_down", message, { source: namespace });
    }
    const suggestions = nearNames(
      name,
      seen.catalogue.tools.map((tool) => tool.name),
    );
    const near = suggestions.length > 0 ? ` Near names: ${suggestions.join(", ")}.` : "";
    const hint = ownTools() ? ` Find tools with ${SEARCH_TOOLS}.` : "";
    return new RouterError("unknown_tool", `Unknown tool.${near}${hint}`, { suggestions });
  }

  /**
   * Turns the router's own errors into results. Clients of the 2025 revisions hold even an error's structured content
   * against the tool's output schema and throw the message away when it does not fit; to them the same content goes as
   * text alone.
   */
  async function answered(
    source: string | null,
    caller: Caller,
    hasOutputSchema: boolean,
    work: () => Promise<CallToolResult>,
  ): Promise<CallToolResult> {
    try {
      return await work();
    } catch (error) {
      caller.signal.throwIfAborted();
      if (error instanceof ProtocolError) throw error;
      const known = routerErrorOf(error, source ?? "");
      if (known === null) warn(`a call failed inside the router: ${error instanceof Error ? error.name : "unknown"}`);
      const result = errorResult(
        known ?? new RouterError("internal", "The router failed", { source }),
        caller.requestId,
      );
      if (caller.era === "modern" || !hasOutputSchema) return result;
      const { structuredContent: _, ...textOnly } = result;
      return textOnly;
    }
  }

  return { callTool };
}

const forbiddenTool = ({ namespace, scopes }: CatalogueTool): RouterError =>
  new RouterError("forbidden", `Your token does not allow this tool. It needs the scopes: ${scopes.join(" ")}.`, {
    source: namespace,
  });

const badArguments = (problems: readonly ArgumentProblem[], source: string | null = null): RouterError =>
  new RouterError("bad_arguments", `${problems.length} of the arguments cannot be used as given`, { problems, source });

function problemsOf(error: z.ZodError): ArgumentProblem[] {
  return error.issues.flatMap((issue): ArgumentProblem[] => {
    const path = issue.path.map(String).join(".") || "(arguments)";
    switch (issue.code) {
      case "unrecognized_keys":
        return issue.keys.map((key) => ({
          path: key.replace(/[^\p{L}\p{N}_.-]/gu, "?").slice(0, 64),
          problem: "is not an argument of this tool",
        }));
      case "invalid_value":
        return [{ path, problem: "is not one of the allowed values", allowed: issue.values }];
      case "invalid_type":
        return [{ path, problem: `is missing or not of type ${issue.expected}` }];
      case "too_small":
        return [{ path, problem: `must be at least ${String(issue.minimum)}` }];
      case "too_big":
        return [{ path, problem: `must be at most ${String(issue.maximum)}` }];
      default:
        return [{ path, problem: "cannot be used as given" }];
    }
  });
}
