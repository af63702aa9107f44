/** Text that may stand in a request header without being able to start another one. */
export const HEADER_TEXT = /^[\x20-\x7e]{1,200}$/;

const PROJECT_URL = "https://github.com/gene-router/gene-router";

/** `gene-router/<version> (+<project URL>; <contact>)`: services ask to be able to reach whoever sends many requests. */
export const userAgent = (
  version: string,
  { contact, userAgent: whole }: { contact: string | null; userAgent: string | null },
): string => whole ?? `gene-router/${version} (+${PROJECT_URL}${contact === null ? "" : `; ${contact}`})`;
