import { limited } from "./attempt.ts";
import type { HopRequest, HopResponse, Send } from "./hop.ts";
import type { Pace } from "./pace.ts";
import { retried } from "./retry.ts";
import { Setback } from "./setback.ts";
import type { Flight } from "./single-flight.ts";
import { setbackOf } from "./status.ts";
import type { Clock, ServiceSpec } from "./upstream.ts";
import { auditForms, type Form, isAllowed, keyForm, keyUrl, redirectTarget, wireForms } from "./urls.ts";

export const MAX_REDIRECTS = 3;

/** A service that asks for more has its date wrong; it is asked again once a day rather than never in this process. */
const MAX_PAUSE_S = 86_400;

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface NetworkParts {
  readonly send: Send;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly random: () => number;
  readonly attemptMs: number;
}

export interface NetworkRequest {
  readonly method: "GET" | "POST";
  /** Canonical URL and form, without identity. */
  readonly url: string;
  readonly form: Form | null;
  readonly etag: string | null;
  readonly answers: readonly number[];
}

export interface Arrived {
  readonly response: HopResponse;
  /** Where the answer came from, after redirects, without identity. */
  readonly finalUrl: string;
}

/** One answer from a service: retries around redirects around paced, limited hops. Failures are `Setback`s. */
export function ask(request: NetworkRequest, spec: ServiceSpec, flight: Flight, parts: NetworkParts): Promise<Arrived> {
  const { clock, pace, random } = parts;
  const attempt = (number: number) => {
    flight.progress(`Asking ${spec.group.name}`);
    return followed(request, spec, flight, { ...parts, onStart: () => (flight.attempts = number) });
  };
  return retried(attempt, {
    clock,
    random,
    signal: flight.signal,
    deadlineAt: () => flight.deadlineAt(),
    onWait: (setback, waitMs) => {
      // A 429 without Retry-After pauses the group as well, for as long as we wait ourselves.
      if (setback.details.status === 429) pace.pause(clock.now() + waitMs);
      flight.progress(`Waiting to ask ${spec.group.name} again`);
    },
  });
}

interface AttemptParts extends NetworkParts {
  /** A request leaves: until then the attempt may still be refused by the group's break or pause, and is none. */
  onStart(): void;
}

async function followed(
  request: NetworkRequest,
  spec: ServiceSpec,
  flight: Flight,
  parts: AttemptParts,
): Promise<Arrived> {
  let at: NetworkRequest = request;
  for (let redirects = 0; ; redirects++) {
    const host = new URL(at.url).host;
    if (!isAllowed(at.url, spec)) throw refused(host, null);
    const response = await hopped(at, spec, flight, parts);
    const { location } = response.headers;
    if (!REDIRECT_STATUSES.has(response.status) || location === undefined) {
      const setback = setbackOf(response, {
        answers: at.answers,
        conditional: at.etag !== null,
        host,
        nowMs: parts.clock.now(),
      });
      if (setback === null) return { response, finalUrl: keyUrl(at.url) };
      heed(setback, parts);
      throw setback;
    }
    const target = redirectTarget(at.url, location, spec);
    if (redirects === MAX_REDIRECTS || target === null || !isAllowed(target, spec))
      throw refused(host, response.status);
    // Forms are questions, not orders: one that moved (301, 302, 307, 308) is put again whole. Browsers would drop it after
    // 301 and 302, and so ask for nothing. Only 303 points to the answer itself.
    at = response.status === 303 ? { ...at, url: target, method: "GET", form: null } : { ...at, url: target };
  }
}

async function hopped(
  request: NetworkRequest,
  spec: ServiceSpec,
  flight: Flight,
  { send, pace, clock, attemptMs, onStart }: AttemptParts,
): Promise<HopResponse> {
  const wire = wireForms(request, spec);
  const hop: HopRequest = {
    method: request.method,
    ...wire,
    keyUrl: keyUrl(request.url),
    keyForm: request.form === null ? null : keyForm(request.form),
    auditUrl: auditForms(wire, spec).url,
    etag: request.etag,
  };
  const deadlineAt = () => flight.deadlineAt();
  const release = await pace.acquire({ signal: flight.signal, deadlineAt });
  onStart();
  try {
    return await limited(clock, attemptMs, flight.signal, (signal) => send(hop, { signal, attemptMs, deadlineAt }));
  } catch (error) {
    throw error instanceof Setback ? error.with({ host: error.details.host ?? new URL(request.url).host }) : error;
  } finally {
    release();
  }
}

/** What a refusal means for the rest of the group. */
function heed(setback: Setback, { pace, clock }: NetworkParts): void {
  const { status, retryAfterS } = setback.details;
  if ((status === 429 || status === 503) && retryAfterS != null) {
    pace.pause(clock.now() + Math.min(retryAfterS, MAX_PAUSE_S) * 1000);
  }
  if (status === 403) pace.block();
}

const refused = (host: string, status: number | null) =>
  new Setback(
    "redirect_refused",
    "The service points to a place that must not be followed: another host, plain http, or too many in a row",
    { host, status },
  );
