import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { fixtureControl, fixtureServer } from "./fixture-server.ts";

const control = fixtureControl();
serveStdio(() => fixtureServer(control));
