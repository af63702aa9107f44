import { Content } from "./content.ts";
import type { Send } from "./hop.ts";
import { hiddenIn, redactBody } from "./secrets.ts";
import type { ServiceSpec } from "./upstream.ts";

/**
 * The network without any key or address of the installation in what it answers: neither a parser nor a cache, a
 * recording or a resource gets to see one. A `location` keeps it, for it must be judged as a whole (`redirectTarget`).
 */
export const withoutSecrets =
  (send: Send, spec: ServiceSpec): Send =>
  async (hop, limits) => {
    const response = await send(hop, limits);
    const body = redactBody(response.content.bytes, spec);
    const headers = Object.entries(response.headers).filter(
      ([name, value]) => name === "location" || !hiddenIn(value, spec),
    );
    return {
      ...response,
      headers: Object.fromEntries(headers),
      content: body === response.content.bytes ? response.content : new Content(body),
    };
  };
