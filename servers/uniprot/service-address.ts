/** Where UniProt itself serves; its own links name this host, also when they come through a mirror. */
export const OFFICIAL_HOST = "rest.uniprot.org";

/**
 * An address that the service gave (next page, results of a job), as this installation asks for it: on `base`, also
 * where a mirror passes UniProt's own addresses on. Null when it lies on any other host.
 */
export function addressOn(base: string, target: string): string | null {
  if (!URL.canParse(target, `${base}/`)) return null;
  const url = new URL(target, `${base}/`);
  const root = new URL(base);
  if (url.origin === root.origin) return url.href;
  if (url.host !== OFFICIAL_HOST) return null;
  return `${root.origin}${root.pathname.replace(/\/$/, "")}${url.pathname}${url.search}`;
}
