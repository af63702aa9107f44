import { MultiServerMCPClient } from "@langchain/mcp-adapters";

export async function drive(url) {
  const reports = [];
  const client = new MultiServerMCPClient({
    mcpServers: { router: { url, transport: "http" } },
    onProgress: (progress) => reports.push(progress),
  });
  const tools = new Map((await client.getTools()).map((tool) => [tool.name, tool]));
  const call = async (name, args, signal) => {
    const said = await tools.get(name).invoke(args, { ...(signal && { signal }) });
    return typeof said === "string" ? said : JSON.stringify(said);
  };
  const leaving = new AbortController();
  const hanging = call("rem_hang", {}, leaving.signal).then(
    () => "answered",
    () => "cancelled",
  );
  const said = {
    tools: [...tools.keys()],
    search: await call("search_tools", { query: "say a text back" }),
    echo: await call("rem_echo", { text: "hi" }),
    failed: await call("rem_fail", {}).catch((error) => `thrown: ${error.message}`),
  };
  await call("rem_talk", {});
  said.progress = reports;
  leaving.abort();
  said.cancelled = await hanging;
  await client.close();
  return said;
}
