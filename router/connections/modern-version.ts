/** The revision in which every request stands alone. */
export const MODERN_VERSION = "2026-07-28";
