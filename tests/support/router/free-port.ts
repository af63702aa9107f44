import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** A loopback port that was free a moment ago: with authentication the endpoint's URL must be known before it is bound. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
