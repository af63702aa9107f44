/** Shorter runs are names, hashes and identifiers. */
const RUN = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{48,}={0,2}/g;
const ENCODED_LEAST = 96;

/**
 * A run of base64 that hides something: what decodes to text, or what is too long and too mixed for a name. Sequences,
 * hex digests, URLs' paths and words joined by hyphens or underscores are none.
 */
export function base64Blob(text: string): string | null {
  for (const [run] of text.matchAll(RUN)) {
    const letters = run.replace(/=+$/, "");
    const mixed = /[a-z]/.test(letters) && /[A-Z]/.test(letters) && /[0-9]/.test(letters);
    if (!mixed || /^[0-9a-f]+$/i.test(letters) || /[A-Za-z]{4,}[-_/][A-Za-z]{3,}/.test(letters)) continue;
    if (letters.length >= ENCODED_LEAST || decodesToText(letters)) return run;
  }
  return null;
}

function decodesToText(letters: string): boolean {
  const decoded = Buffer.from(letters, "base64").toString("utf8");
  const printable = decoded.replace(/[^\t\n\r -~\p{L}]/gu, "");
  return !decoded.includes("\uFFFD") && printable.length >= decoded.length * 0.95;
}
