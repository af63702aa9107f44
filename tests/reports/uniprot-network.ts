import { expect } from "vitest";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import { uniprot } from "../../servers/uniprot/index.ts";
import { mockNetwork, openSource } from "../support/source-harness.ts";

/** UniProt behind msw, shared by the ledgers of its reports. */
export const network = mockNetwork();

export async function call(tool: string, args: object): Promise<Envelope> {
  const source = openSource(uniprot);
  try {
    return await source.call(tool, args);
  } finally {
    await source.close();
  }
}

/** A failure that is told as one, and is neither a zero nor a record. */
export function expectFailure(result: Envelope, code: string): void {
  expect(result).toMatchObject({ outcome: "upstream_failed", records: [], record_ids: [] });
  expect(result.errors.map((error) => error.code)).toEqual([code]);
}
