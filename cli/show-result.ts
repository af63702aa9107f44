import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Envelope } from "../servers/kit/envelope/envelope.ts";
import { table, wrapped } from "./layout.ts";
import { type Output, plain } from "./output.ts";

/** The result of a call for a person: an envelope by its parts, the router's own error in words, anything else as its text. */
export function showResult({ structuredContent, content }: CallToolResult, output: Output): void {
  if (isEnvelope(structuredContent)) showEnvelope(structuredContent, output);
  else if (isRouterError(structuredContent)) showRouterError(structuredContent, output);
  else
    for (const block of content) {
      if (block.type === "text") output.out(block.text.split("\n").map(plain).join("\n"));
      else output.out(`(${block.type}; --json shows it)`);
    }
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === "object" && value !== null && "envelope" in value && "record_ids" in value;

interface ShownError {
  readonly error: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly retry_after_s: number | null;
  readonly problems?: readonly { path: string; problem: string; allowed?: readonly unknown[] }[];
  readonly suggestions?: readonly string[];
}

const isRouterError = (value: unknown): value is ShownError =>
  typeof value === "object" && value !== null && "error" in value && "request_id" in value && "message" in value;

/** How to read it first, then what is in it. */
function showEnvelope(envelope: Envelope, { out, columns = null }: Output): void {
  const { outcome, page, records, items, notes, errors, resolved } = envelope;
  const say = (head: string, text: string): void => {
    for (const line of wrapped(`${head}${text}`, columns, head.length)) out(line);
  };
  const total = page.total === null ? "" : ` of ${page.total}`;
  const matchedBy = typeof resolved.matched_by === "string" ? ` (matched by ${plain(resolved.matched_by)})` : "";
  out(`${outcome}: ${page.returned}${total} records${matchedBy}`);
  // A batch is read by what was asked; single questions have no items.
  const asked = items.map((item) => [
    plain(item.input).slice(0, 60),
    item.outcome,
    plain([item.resolved_to ?? "", item.reason ?? ""].filter((part) => part !== "").join("  ")),
  ]);
  const width = columns === null ? null : columns - 2;
  for (const line of table(asked, width)) out(`  ${line}`);
  const rows = records.map((record) => [
    record.record_id,
    record.flags.join(","),
    plain(record.name).slice(0, 80),
    record.url,
  ]);
  for (const line of table(rows, width)) out(`  ${line}`);
  for (const { id, name, why } of candidatesOf(resolved)) say("maybe ", plain(`${id}  ${name}  ${why}`));
  if (page.next_cursor !== null) say("more  ", `go on with "cursor": "${page.next_cursor}"`);
  for (const note of notes) say("note  ", plain(note));
  for (const { code, message, param, host } of errors) {
    const where = [param, host].flatMap((each) => (each === null ? [] : [plain(each)])).join(", ");
    say("error ", `${code}${where === "" ? "" : ` (${where})`}: ${plain(message)}`);
  }
}

function candidatesOf({ candidates }: Record<string, unknown>): { id: string; name: string; why: string }[] {
  const shaped = (each: unknown): each is { id: string; name: string; why: string } =>
    typeof each === "object" && each !== null && "id" in each && "name" in each && "why" in each;
  return Array.isArray(candidates) ? candidates.filter(shaped) : [];
}

function showRouterError(error: ShownError, { out, columns = null }: Output): void {
  const again = error.retryable ? ` (worth another try${after(error.retry_after_s)})` : "";
  for (const line of wrapped(`error ${error.error}: ${plain(error.message)}${again}`, columns, 6)) out(line);
  for (const { path, problem, allowed } of error.problems ?? []) {
    const values =
      allowed === undefined ? "" : `; allowed: ${allowed.map((value) => JSON.stringify(value)).join(", ")}`;
    for (const line of wrapped(`${plain(path)} ${plain(problem)}${plain(values)}`, columns, 4, 2)) out(line);
  }
  if (error.suggestions !== undefined && error.suggestions.length > 0) out(`  near: ${error.suggestions.join(", ")}`);
}

const after = (seconds: number | null): string => (seconds === null ? "" : ` in ${seconds} s`);
