import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import type { SettingSpecs } from "../../servers/kit/settings.ts";
import type { Source } from "../../servers/kit/source.ts";
import { openSource } from "../support/source-harness.ts";

/** A body with status 200, another answer, or a connection that breaks. */
export type Played = string | { readonly status: number; readonly body?: string; readonly type?: string } | "reset";

export interface PlayedRequest {
  /** Decoded path behind the host. */
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
}

export interface Told {
  readonly result: Envelope;
  /** What was asked of the service, in order. */
  readonly asked: readonly PlayedRequest[];
}

/** Calls one tool of a source over a service that is played by a function; a request without an answer is a 501. */
export async function tell<S extends SettingSpecs>(
  source: Source<S>,
  answerTo: (request: PlayedRequest) => Played | undefined,
  tool: string,
  args: unknown,
  env: Record<string, string> = {},
): Promise<Told> {
  const asked: PlayedRequest[] = [];
  const opened = openSource(source, {
    env,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const form = Object.fromEntries(new URLSearchParams(await request.text()));
      const one = { path: decodeURIComponent(new URL(request.url).pathname.slice(1)), form };
      asked.push(one);
      const answer = answerTo(one) ?? { status: 501 };
      if (answer === "reset") throw new TypeError("fetch failed");
      const {
        status,
        body = "",
        type = "text/plain",
      } = typeof answer === "string" ? { status: 200, body: answer } : answer;
      return new Response(body, { status, headers: { "content-type": type } });
    },
  });
  try {
    return { result: await opened.call(tool, args), asked };
  } finally {
    await opened.close();
  }
}

/** The codes of an answer's notes. */
export const codesOf = ({ notes }: Pick<Envelope, "notes">): string[] => notes.map((note) => note.split(":")[0]!);

/** Outcome of each item, in the order of the inputs. */
export const outcomesOf = ({ items }: Pick<Envelope, "items">): string[] => items.map(({ outcome }) => outcome);
