const addresses =
  (kind: "issues" | "pull") =>
  (repository: string, ...numbers: readonly number[]): string[] =>
    numbers.map((number) => `https://github.com/${repository}/${kind}/${number}`);

/** Addresses of issues of one repository: `issues("owner/name", 12, 34)`. */
export const issues = addresses("issues");

/** The same of pull requests. */
export const pulls = addresses("pull");
