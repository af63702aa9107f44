import { type Setting, setting } from "../../servers/kit/settings.ts";

export interface DriftSettings {
  /** null: `enforce` where there is a baseline, else `off`. */
  readonly drift: "enforce" | "warn" | "off" | null;
  /** Path of the baseline; null: `ci/fleet-baseline.json` beside the servers.yaml in use. */
  readonly baseline: string | null;
}

export const driftSettingSpecs = {
  drift: {
    spec: setting.choice(
      "GENE_ROUTER_DRIFT",
      "What happens to a definition that is not as pinned: enforce (default where there is a baseline), warn, off",
      ["enforce", "warn", "off"],
      null,
    ),
    fileKey: null,
  },
  baseline: {
    spec: setting.text(
      "GENE_ROUTER_BASELINE",
      "Path of the baseline; default ci/fleet-baseline.json beside servers.yaml",
      null,
    ),
    fileKey: null,
  },
} as const satisfies Record<keyof DriftSettings, { spec: Setting<unknown>; fileKey: string | null }>;
