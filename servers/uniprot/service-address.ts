/** Where UniProt itself serves; its own links name this host, also when they come through a mirror. */
export const OFFICIAL_HOST = "rest.uniprot.org";

/**
 * An address that the service gave (next page, results of a job), as this installation asks for it: on `base`, also
 * where a mirror passes UniProt's own addresses on. A name or password in it is dropped. Null when it lies on any other
 * host.
 *
 * @param from what was asked for when the address was given; a relative address counts from there
 */
export function addressOn(base: string, target: string, from = `${base}/`): string | null {
  if (!URL.canParse(target, from)) return null;
  const url = new URL(target, from);
  const root = new URL(base);
  if (url.origin === root.origin) return `${root.origin}${url.pathname}${url.search}`;
  if (url.host !== OFFICIAL_HOST) return null;
  return `${root.origin}${root.pathname.replace(/\/$/, "")}${url.pathname}${url.search}`;
}
