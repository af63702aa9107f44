import { serveStdio } from "../../../router/serve-stdio.ts";
import { fixtureControl } from "./fixture-server.ts";
import { remoteSource } from "./remote-source.ts";
import { startRouter } from "./start-router.ts";

// A router over stdio, as a host would spawn it: one built-in source, and one remote that it serves to itself.
const source = await remoteSource({ control: fixtureControl() });
const router = await startRouter({ servers: { kegg: { embed: "kegg" }, rem: { url: source.url } } });
serveStdio(router, process.stdin, process.stdout);
process.stdin.once("close", () => {
  void Promise.all([router.close(), source.kill()]).then(() => process.exit(0));
});
