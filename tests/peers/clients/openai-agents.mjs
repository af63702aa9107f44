import { MCPServerStreamableHttp } from "@openai/agents";

/** No model is asked: only the package's own MCP client is at work. It can neither show progress nor cancel. */
export async function drive(url) {
  const server = new MCPServerStreamableHttp({ url, name: "router" });
  await server.connect();
  const call = async (name, args) => {
    const content = await server.callTool(name, args);
    return (Array.isArray(content) ? content : content.content)[0].text;
  };
  const said = {
    tools: (await server.listTools()).map(({ name }) => name),
    search: await call("search_tools", { query: "say a text back" }),
    echo: await call("rem_echo", { text: "hi" }),
    failed: await call("rem_fail", {}),
    unknown: await call("rem_nothing", {}).catch((error) => `thrown: ${error.message}`),
  };
  await server.close();
  return said;
}
