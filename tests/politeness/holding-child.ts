import { withFileLock } from "../../servers/kit/upstream/file-lock.ts";
import { createSystemClock } from "../../servers/kit/upstream/system-clock.ts";

// Takes the lock file of its command line, says so, and never gives it back.
await withFileLock(process.argv[2]!, createSystemClock(), async () => {
  process.stdout.write("held\n");
  await new Promise(() => setInterval(() => undefined, 1_000));
});
