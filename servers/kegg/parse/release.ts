/** What `info/{database}` says of its release; each part null when KEGG's text does not state it. */
export interface Release {
  /** `110.0+/05-23`. */
  readonly release: string | null;
  /** As KEGG writes it, `May 24`. */
  readonly date: string | null;
  readonly entries: number | null;
}

/** Reads the first release and the first count of entries in the text; the text itself has no fixed form. */
export function parseRelease(text: string): Release {
  const stated = /\bRelease[ \t]+([0-9][^\s,]*)(?:,[ \t]*([^\r\n]+))?/.exec(text);
  const count = /(?:^|\s)([0-9][0-9,]*)[ \t]+entries\b/m.exec(text)?.[1];
  return {
    release: stated?.[1] ?? null,
    date: stated?.[2]?.trim() || null,
    entries: count === undefined ? null : Number(count.replaceAll(",", "")),
  };
}
