import type { Writable } from "node:stream";
import { normaliseLine } from "../servers/kit/text.ts";

/** Where a command writes: results to `out`, everything for the person who waits to `err`. */
export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Width of the terminal that results go to; null or missing: a file or a pipe, where lines have any length. */
  readonly columns?: number | null;
  /** A person watches standard error. */
  readonly watched?: boolean;
}

type MaybeTerminal = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export const outputTo = (out: MaybeTerminal, err: MaybeTerminal): Output => ({
  out: (line) => void out.write(`${line}\n`),
  err: (line) => void err.write(`${line}\n`),
  get columns() {
    return out.isTTY && out.columns !== undefined && out.columns > 0 ? out.columns : null;
  },
  get watched() {
    return err.isTTY === true;
  },
});

/** A reader who has seen enough closes the pipe (`| head -1`); that is no error of ours, and nobody is left to tell. */
export function outliveReaders(...streams: readonly Writable[]): void {
  for (const stream of streams) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

export const printJson = ({ out }: Output, value: unknown): void => out(JSON.stringify(value, null, 2));

/** Text from outside as one line that cannot move the cursor or colour the terminal. */
export const plain = (text: string): string => normaliseLine(text);
