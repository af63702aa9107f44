const INVALID_REQUEST = -32600;

/** A refusal before any JSON-RPC message was read: an HTTP status with a JSON-RPC error and no id. */
export const rpcError = (status: number, message: string, code = INVALID_REQUEST): Response =>
  Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
