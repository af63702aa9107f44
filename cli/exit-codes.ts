/** Stable exit codes; documented in the README. */
export const EXIT = {
  ok: 0,
  /** The command ran and the answer is a failure: a call with `isError`, a problem found by `validate`. */
  failed: 1,
  /** Bad usage or configuration; nothing was started. */
  usage: 2,
  /** Ended by Ctrl-C, as shells count it. */
  interrupted: 130,
} as const;

/** Ends the command with a message for a person; no stack. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
