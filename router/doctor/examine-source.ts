import type { SourceDefinition } from "../catalog/definition.ts";
import type { SourceConfig } from "../config/config.ts";
import { type ConnectionContext, openConnection } from "../connections/open-connection.ts";
import type { DoctorFinding } from "./finding.ts";
import { whyUnreachable } from "./why-unreachable.ts";

/** One source as it answers now. */
export interface SourceExamination {
  readonly namespace: string;
  readonly kind: SourceConfig["link"]["kind"];
  readonly state: "up" | "down";
  readonly era: "modern" | "legacy" | null;
  readonly tools: number | null;
  /** Until all its lists were read: with the connection, and once more over it; milliseconds. */
  readonly firstMs: number | null;
  readonly againMs: number | null;
  readonly definition: SourceDefinition | null;
  readonly findings: readonly DoctorFinding[];
}

const PATIENCE_MS = 15_000;
/** A host that lists tools waits for it; a list that takes so long makes the start of a conversation slow. */
const SLOW_MS = 3_000;

/** Asks a source for its definitions at first hand, twice, and says what stands in the way. */
export async function examineSource(
  source: SourceConfig,
  context: ConnectionContext,
  signal: AbortSignal,
): Promise<SourceExamination> {
  const { namespace, link } = source;
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const connection = await openConnection(source, context, null, { onChanged: () => {}, onClosed: () => {} });
  const common = { namespace, kind: link.kind };
  try {
    const started = performance.now();
    const definition = await connection.definition(patience);
    const firstMs = Math.round(performance.now() - started);
    const again = performance.now();
    await connection.definition(patience);
    const againMs = Math.round(performance.now() - again);
    const era = connection.era()?.era ?? null;
    const findings = [...slow(namespace, againMs), ...old(namespace, era)];
    return { ...common, state: "up", era, tools: definition.tools.length, firstMs, againMs, definition, findings };
  } catch {
    signal.throwIfAborted();
    const findings = [await downFinding(source, signal)];
    return {
      ...common,
      state: "down",
      era: null,
      tools: null,
      firstMs: null,
      againMs: null,
      definition: null,
      findings,
    };
  } finally {
    await connection.close();
  }
}

async function downFinding(
  { namespace, link, token, required }: SourceConfig,
  signal: AbortSignal,
): Promise<DoctorFinding> {
  const common = { severity: "error", where: namespace } as const;
  const also = required ? "; it is required, so GET /ready fails" : "";
  switch (link.kind) {
    case "url": {
      const { code, message, cure } = await whyUnreachable(link.url, token, signal);
      return { ...common, code, message: message + also, cure };
    }
    case "command":
      return {
        ...common,
        code: "process_not_speaking",
        message: `its process does not start, or does not speak MCP over standard output${also}`,
        cure: "run its command by hand: it must wait for input and print nothing but JSON messages",
      };
    case "embed":
      return {
        ...common,
        code: "source_not_opening",
        message: `the built-in source does not open${also}`,
        cure: "read the warnings on standard error; gene-router config lists its settings",
      };
  }
}

const slow = (namespace: string, ms: number): DoctorFinding[] =>
  ms < SLOW_MS
    ? []
    : [
        {
          code: "slow_lists",
          severity: "warning",
          where: namespace,
          message: `listing its tools took ${ms} ms over an open connection`,
          cure: "run the source nearer to the router, or embed it",
        },
      ];

const old = (namespace: string, era: "modern" | "legacy" | null): DoctorFinding[] =>
  era !== "legacy"
    ? []
    : [
        {
          code: "older_revision",
          severity: "info",
          where: namespace,
          message: "it speaks a 2025 revision of the protocol, so its calls share one session",
          cure: "nothing is needed; a version that speaks 2026-07-28 costs less per call",
        },
      ];
