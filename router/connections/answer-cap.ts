import { TABLE_SCHEME } from "../../servers/kit/table/table-shelf.ts";
import type { JsonObject } from "./connection.ts";

/** A whole data set is one answer: the largest, a resistance catalogue of 50,000 rows, takes 5 MB. */
export const MAX_TABLE_BYTES = 32 * 1024 * 1024;

/** How large an answer may be: `max_result_bytes` of the source, and more only for a table, which is declared as one. */
export function answerCap(method: string, params: JsonObject, maxBytes: number): number {
  const isTable = method === "resources/read" && String(params.uri).startsWith(TABLE_SCHEME);
  return isTable ? Math.max(maxBytes, MAX_TABLE_BYTES) : maxBytes;
}
