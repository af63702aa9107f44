import type { ReadResourceResult, Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import { BODY_TEMPLATE, readBodyResource, resourceNotFound } from "./body-resource.ts";
import type { SourceCall, SourceServer } from "./source-server.ts";
import { TABLE_SCHEME } from "./table/table-shelf.ts";

/** What a source offers to be read besides its tools: bodies of upstream answers, and whole tables. */
export const resourcesOf = ({ tables }: SourceServer): Resource[] => [...(tables?.resources ?? [])];

export const resourceTemplatesOf = ({ tables }: SourceServer): ResourceTemplateType[] => [
  BODY_TEMPLATE,
  ...(tables?.templates ?? []),
];

/** Reads one of them. Throws the protocol's error for an address that nobody has here. */
export async function readResource(source: SourceServer, uri: string, call: SourceCall): Promise<ReadResourceResult> {
  if (!uri.startsWith(TABLE_SCHEME)) return readBodyResource(source, uri);
  const text = await source.tables?.read(uri, call);
  if (text == null) throw resourceNotFound(uri);
  return { contents: [{ uri, mimeType: "application/json", text }] };
}
