import type { Tool } from "@modelcontextprotocol/server";
import { buildCatalogue, type Catalogue, type CataloguePart } from "../catalog/catalogue.ts";
import type { RouterSettings } from "../config/router-settings.ts";
import { createSearchIndex, type SearchIndex } from "../discovery/search-index.ts";
import { instructionsFor } from "./instructions.ts";
import { META_TOOL_NAMES, metaTools } from "./meta-tools.ts";
import { type Quarantine, type QuarantinedPart, quarantineOf } from "./quarantine.ts";

export type Surface = "search" | "all" | "transparent";

/** What is served at one moment. Replaced whole; nothing in it changes. */
export interface Snapshot {
  readonly catalogue: Catalogue;
  readonly surface: Surface;
  /** What `tools/list` shows, sorted by name. */
  readonly listed: readonly Tool[];
  readonly instructions: string;
  /** What the sources offer and the router withholds. */
  readonly quarantine: Quarantine;
}

/** A catalogue of at most so many tools is shown whole unless a surface was asked for. */
const SMALL_CATALOGUE = 24;

export function buildSnapshot(
  parts: readonly (CataloguePart & QuarantinedPart)[],
  wanted: RouterSettings["surface"],
): Snapshot {
  const transparent = wanted === "transparent";
  const catalogue = buildCatalogue(parts, { transparent, reserved: transparent ? [] : META_TOOL_NAMES });
  const surface = surfaceOf(catalogue, wanted);
  const quarantine = quarantineOf(parts, transparent);
  return {
    catalogue,
    surface,
    listed: listedOn(catalogue, surface),
    instructions: instructionsOn(catalogue, surface),
    quarantine,
  };
}

/** The surface that was asked for, else by the size of the catalogue. */
export const surfaceOf = (catalogue: Catalogue, wanted: RouterSettings["surface"]): Surface =>
  wanted ?? (catalogue.tools.length <= SMALL_CATALOGUE ? "all" : "search");

export function listedOn(catalogue: Catalogue, surface: Surface): readonly Tool[] {
  const shown = catalogue.tools
    .filter((tool) => surface !== "search" || tool.pinned)
    .map(({ definition }) => definition);
  if (surface === "transparent") return Object.freeze(shown);
  return Object.freeze([...metaTools(), ...shown].sort((a, b) => (a.name < b.name ? -1 : 1)));
}

/** One source that is shown as itself speaks for itself. */
export function instructionsOn(catalogue: Catalogue, surface: Surface): string {
  const own = catalogue.sources[0]?.definition.instructions;
  return surface === "transparent" ? (own ?? "") : instructionsFor(catalogue, surface);
}

/** A catalogue and the index that was built from it. */
export interface Searchable {
  readonly catalogue: Catalogue;
  readonly index: SearchIndex;
}

export const searchableOf = (catalogue: Catalogue): Searchable => ({
  catalogue,
  index: createSearchIndex(catalogue.tools),
});
