const INVALID_REQUEST = -32600;

/** An HTTP refusal that a JSON-RPC client can read. */
export const rpcError = (status: number, message: string, code = INVALID_REQUEST): Response =>
  Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
