import { FastMCP } from "fastmcp";
import { z } from "zod";

// A source on `fastmcp`, over stdio.
const server = new FastMCP({ name: "fast", version: "1.0.0" });
server.addTool({
  name: "echo",
  description: "Says a text back.",
  parameters: z.object({ text: z.string() }),
  execute: async ({ text }, { reportProgress }) => {
    await reportProgress({ progress: 1, total: 2 });
    return text;
  },
});
server.addTool({
  name: "fail",
  description: "Fails.",
  parameters: z.object({}),
  execute: async () => {
    throw new Error("it failed");
  },
});
server.addPrompt({
  name: "greet",
  description: "Greets.",
  arguments: [{ name: "who", required: true }],
  load: async ({ who }) => `greet ${who}`,
});
server.addResource({
  uri: "fast://readme",
  name: "readme",
  mimeType: "text/plain",
  load: async () => ({ text: "read me" }),
});
await server.start({ transportType: "stdio" });
