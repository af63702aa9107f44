import { isLoopback } from "../../servers/kit/http/listen.ts";
import type { RouterSettings } from "./router-settings.ts";

/** Whether only this machine can call: a proxy on it, or a public name, brings others to a loopback address. */
export function servesThisMachineOnly({
  host,
  publicUrl,
  trustedHops,
}: Pick<RouterSettings, "host" | "publicUrl" | "trustedHops">): boolean {
  const shown = publicUrl === null ? host : new URL(publicUrl).hostname;
  return isLoopback(host) && isLoopback(shown) && trustedHops === 0;
}
