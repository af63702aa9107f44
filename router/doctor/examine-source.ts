import type { SourceDefinition } from "../catalog/definition.ts";
import type { SourceConfig } from "../config/config.ts";
import { childEnvironment } from "../connections/child.ts";
import type { Connection, JsonObject } from "../connections/connection.ts";
import { type ConnectionContext, openConnection } from "../connections/open-connection.ts";
import { contactProgram } from "./contact-program.ts";
import { type Contact, contactUrl } from "./contact-url.ts";
import type { DoctorFinding } from "./finding.ts";
import { callFindings, changeFindings, clockFindings, downFinding, offerFindings } from "./source-findings.ts";

/** One source as it answers now. Times are milliseconds, for people: no finding hangs on them. */
export interface SourceExamination {
  readonly namespace: string;
  readonly kind: SourceConfig["link"]["kind"];
  readonly state: "up" | "down";
  readonly era: "modern" | "legacy" | null;
  /** The exact revision of the protocol; null in this process, and while down. */
  readonly revision: string | null;
  readonly server: { readonly name: string; readonly version: string } | null;
  readonly tools: number | null;
  /** Until all its lists were read: with the connection, and once more over it. */
  readonly firstMs: number | null;
  readonly againMs: number | null;
  /** A call that the source refuses without work. */
  readonly callMs: number | null;
  readonly definition: SourceDefinition | null;
  readonly findings: readonly DoctorFinding[];
}

export interface SourcePatience {
  /** For name, connection and the head of an answer. */
  readonly contactMs: number;
  /** For all lists of a source. */
  readonly listsMs: number;
}

/** A source that takes longer makes the start of every conversation slow. */
export const PATIENCE: SourcePatience = { contactMs: 10_000, listsMs: 15_000 };

/** No source has a tool of this name; asking for it reaches the source and none of its databases. */
const NO_SUCH_TOOL = "gene_router_doctor_no_such_tool";
const DEAF = { onChanged: () => {}, onClosed: () => {} };
const UNHEARD = {
  era: null,
  revision: null,
  server: null,
  tools: null,
  firstMs: null,
  againMs: null,
  callMs: null,
  definition: null,
} as const;

/** Asks a source for its definitions at first hand, twice, calls a tool that it cannot have, and says what is amiss. */
export async function examineSource(
  source: SourceConfig,
  context: ConnectionContext,
  signal: AbortSignal,
  patience: SourcePatience = PATIENCE,
): Promise<SourceExamination> {
  const common = { namespace: source.namespace, kind: source.link.kind };
  const contact = await firstContact(source, context, signal, patience);
  const skew = clockFindings(source, contact.sourceTime, context.clock.now());
  if (!contact.answered && contact.problem !== null)
    return { ...common, ...UNHEARD, state: "down", findings: [contact.problem] };
  const connection = await openConnection(source, context, null, DEAF);
  const within = (): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(patience.listsMs)]);
  try {
    const first = await timed(() => connection.definition(within()));
    if (!first.ok) {
      signal.throwIfAborted();
      const findings = [contact.problem ?? downFinding(source, first.error), ...skew];
      return { ...common, ...UNHEARD, state: "down", findings };
    }
    const again = await timed(() => connection.definition(within()));
    const call = await timed(() => callNothing(connection, within()));
    signal.throwIfAborted();
    const { value: definition } = first;
    const era = connection.era()?.era ?? null;
    return {
      ...common,
      state: "up",
      era,
      revision: connection.revision?.() ?? null,
      server: { name: definition.serverInfo.name, version: definition.serverInfo.version },
      tools: definition.tools.length,
      firstMs: first.ms,
      againMs: again.ms,
      callMs: call.ms,
      definition,
      findings: [
        ...offerFindings(source, definition, era),
        ...changeFindings(source, definition, again.ok ? again.value : null),
        ...callFindings(source, call.ok ? { answer: call.value } : { error: call.error }),
        ...skew,
      ],
    };
  } finally {
    await connection.close();
  }
}

function firstContact(
  source: SourceConfig,
  { client, environment }: ConnectionContext,
  signal: AbortSignal,
  { contactMs: timeoutMs }: SourcePatience,
): Promise<Contact> {
  const { link } = source;
  if (link.kind === "url") return contactUrl(source, link.url, { client, signal, timeoutMs });
  const silent = (problem: DoctorFinding | null): Contact => ({ answered: false, problem, sourceTime: null });
  if (link.kind === "embed") return Promise.resolve(silent(null));
  return contactProgram(source, link.command[0] ?? "", childEnvironment(source, environment)).then(silent);
}

type Timed<T> =
  | { readonly ok: true; readonly ms: number; readonly value: T }
  | { readonly ok: false; readonly ms: number; readonly error: unknown };

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const startedAt = performance.now();
  const ms = (): number => Math.round((performance.now() - startedAt) * 10) / 10;
  return work().then(
    (value) => ({ ok: true, ms: ms(), value }) as const,
    (error: unknown) => ({ ok: false, ms: ms(), error }) as const,
  );
}

const callNothing = (connection: Connection, signal: AbortSignal): Promise<JsonObject> =>
  connection.call(
    "tools/call",
    { name: NO_SUCH_TOOL, arguments: {} },
    { signal, wantsProgress: false, capabilities: {}, logLevel: null, meta: {}, idempotent: true },
  );
