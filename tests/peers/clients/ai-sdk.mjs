import { createMCPClient } from "@ai-sdk/mcp";

/** A client of its own, not the SDK's. It shows no progress. */
export async function drive(url) {
  const client = await createMCPClient({ transport: { type: "http", url } });
  const tools = await client.tools();
  const call = async (name, args, abortSignal) => {
    const result = await tools[name].execute(args, {
      toolCallId: "1",
      messages: [],
      ...(abortSignal && { abortSignal }),
    });
    return result.content[0].text;
  };
  const leaving = new AbortController();
  const hanging = call("rem_hang", {}, leaving.signal).then(
    () => "answered",
    () => "cancelled",
  );
  const said = {
    tools: Object.keys(tools),
    search: await call("search_tools", { query: "say a text back" }),
    echo: await call("rem_echo", { text: "hi" }),
    failed: await call("rem_fail", {}).catch((error) => `thrown: ${error.message}`),
  };
  leaving.abort();
  said.cancelled = await hanging;
  await client.close();
  return said;
}
