import type { KeptAnswer } from "./answer-kept.ts";
import { Content } from "./content.ts";

/** An accepted answer for tests of the caches. */
export const keptAnswer = (more: Partial<KeptAnswer> & { readonly body?: string | Uint8Array } = {}): KeptAnswer => {
  const { body = "path:mtu00360\n", ...fields } = more;
  return {
    source: "demo",
    method: "GET",
    url: "https://api.example.org/list",
    params: null,
    status: 200,
    fetchedAt: "2026-08-28T09:00:00.000Z",
    validatedAt: null,
    headers: { "content-type": "text/plain" },
    content: new Content(typeof body === "string" ? Buffer.from(body) : body),
    ...fields,
  };
};
