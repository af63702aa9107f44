import type { IncomingMessage } from "node:http";
import { type JsonBody, MAX_BODY_BYTES, readJsonBody, tooLarge } from "../../servers/kit/http/json-body.ts";

/** `rank_evidence` takes the texts that it ranks; nothing else needs more than the common limit. */
const LARGE_BODY_TOOL = "corpus_rank_evidence";
export const MAX_LARGE_BODY_BYTES = 16 * 1024 * 1024;

/** A request body within the kit's limits: the larger size only for a call that may be large. */
export async function readBody(incoming: IncomingMessage): Promise<JsonBody> {
  return withinItsSize(await readJsonBody(incoming, MAX_LARGE_BODY_BYTES));
}

/** Whether a body may have its size shows only when it has been read. */
export function withinItsSize(body: JsonBody): JsonBody {
  return body.ok && body.bytes > MAX_BODY_BYTES && !mayBeLarge(body.value) ? tooLarge() : body;
}

function mayBeLarge(message: unknown): boolean {
  const { method, params } = (message ?? {}) as {
    method?: unknown;
    params?: { name?: unknown; arguments?: { name?: unknown } };
  };
  if (method !== "tools/call") return false;
  return (
    params?.name === LARGE_BODY_TOOL || (params?.name === "call_tool" && params.arguments?.name === LARGE_BODY_TOOL)
  );
}
