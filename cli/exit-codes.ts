/** Stable exit codes; documented in the README. */
export const EXIT = {
  ok: 0,
  /** The command ran and the answer is a failure: a call with `isError`, a problem found by `validate`. */
  failed: 1,
  /** Bad usage or configuration; nothing was started. */
  usage: 2,
  /** `drift` and `pin`: nothing drifted, but a source does not answer. */
  unreachable: 2,
  /** `drift` and `pin`: bad usage, or a baseline that is none. */
  badBaseline: 3,
  /** Ended by Ctrl-C, as shells count it. */
  interrupted: 130,
} as const;

/** How bad usage ends. `drift` and `pin` say with 2 that a source does not answer, so there it is 3. */
export const usageCode = (command: string | undefined): number =>
  command === "drift" || command === "pin" ? EXIT.badBaseline : EXIT.usage;

/** Ends the command with a message for a person; no stack. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
