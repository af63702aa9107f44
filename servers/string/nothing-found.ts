// The message repeats the name that was asked, so only what stands before it is read. The rest need not be valid JSON.
const NOTHING_FOUND =
  /^\s*\[?\s*\{\s*"Error"\s*:\s*"not(?:hing)? found"\s*,\s*"ErrorMessage"\s*:\s*"(?:<p>)?\s*(?:Sorry, )?STRING did not find (any match|a protein)/i;

/**
 * STRING's way to say, with status 404, that it knows none of the names: of a whole list ("any matches for your input"), or
 * of a single one ("a protein called …"), which says nothing of the others of a list.
 */
export function isNothingFound(text: string, names: readonly string[]): boolean {
  const [, what] = NOTHING_FOUND.exec(text) ?? [];
  return what !== undefined && (names.length === 1 || what.toLowerCase() === "any match");
}
