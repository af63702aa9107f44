import type { Passage, Verdict } from "./breaker.ts";
import type { CallOptions, Connection, ForwardedMethod, JsonObject } from "./connection.ts";
import { ConnectionFailure } from "./connection-failure.ts";

interface Call {
  readonly method: ForwardedMethod;
  readonly params: JsonObject;
  readonly options: CallOptions;
}

/** Makes a call that the breaker has let through, and tells it what became of it. */
export async function judgedCall(passage: Passage, connection: Connection, call: Call): Promise<JsonObject> {
  let verdict: Verdict = "unknown";
  try {
    const result = await asked(connection, call);
    verdict = "worked";
    return result;
  } catch (error) {
    const { signal } = call.options;
    verdict = verdictOn(signal.aborted ? signal.reason : error, signal.aborted);
    throw error;
  } finally {
    passage.settle(verdict);
  }
}

async function asked(connection: Connection, { method, params, options }: Call): Promise<JsonObject> {
  try {
    return await connection.call(method, params, options);
  } catch (error) {
    // A kept-alive connection may be closed by the source in the moment of use; that says nothing about the source.
    const again = error instanceof ConnectionFailure && error.beforeAnswer && !error.unreachable && options.idempotent;
    if (!again || options.signal.aborted) throw error;
    return connection.call(method, params, options);
  }
}

/** Failures of the way to the source. What the source itself answers, errors included, shows that it works. */
const TRANSPORT_FAILURES: ReadonlySet<string> = new Set(["source_down", "source_timeout", "source_protocol_error"]);

function verdictOn(error: unknown, ended: boolean): Verdict {
  if (error instanceof ConnectionFailure) return TRANSPORT_FAILURES.has(error.code) ? "failed" : "unknown";
  return ended ? "unknown" : "worked";
}
