/** A name from outside, fit for a message: at most 64 characters of the protocol's own alphabet. */
export const cleanName = (name: string): string => name.replace(/[^A-Za-z0-9_.-]/g, "?").slice(0, 64);
