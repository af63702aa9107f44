import type { Assumption } from "./assumption.ts";
import type { PaceGroup, Upstream } from "./upstream/upstream.ts";

/** Pages for people, read once in a while: the pace that the specification gives to any other host. */
const PAGES: PaceGroup = { name: "licence pages", spacingMs: 1000, inFlight: 1 };

/** That the page which states a licence is still there and still says the words by which the licence is known. */
export function licencePage(
  upstream: Upstream,
  { source, licence, page, words }: { source: string; licence: string; page: string; words: RegExp },
): Assumption {
  const { origin, hostname, pathname, search } = new URL(page);
  return {
    name: `licence_${licence.replace(/[^a-z0-9]+/g, "_")}`,
    says: `${page} states the licence ${licence}`,
    atHome: true,
    async check(ask) {
      const twin = hostname.startsWith("www.") ? hostname.slice(4) : `www.${hostname}`;
      const service = upstream.service({
        source,
        group: PAGES,
        base: origin,
        hosts: [twin],
        licence: { id: licence, redistribute: false },
      });
      const reply = await ask(service, { path: `${pathname}${search}` });
      if (reply.status !== 200) return `status ${reply.status}`;
      return words.test(reply.text()) ? null : "the words of the licence are missing";
    },
  };
}
