/**
 * The target of `rel="next"` in a `Link` header, or null. Targets hold bare commas (`fields=id,name`), so the header
 * cannot be split on commas.
 */
export function nextPage(link: string | undefined): string | null {
  for (const [, target, parameters] of (link ?? "").matchAll(/<([^<>]*)>([^<]*)/g)) {
    const isNext = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(parameters ?? "");
    if (isNext && target) return target;
  }
  return null;
}
