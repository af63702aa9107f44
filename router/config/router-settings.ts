import { type Setting, setting } from "../../servers/kit/settings.ts";
import { cacheDirectory } from "../../servers/kit/upstream/upstream-settings.ts";
import { type AuthSettings, authSettingSpecs } from "./auth-settings.ts";
import { type DriftSettings, driftSettingSpecs } from "./drift-settings.ts";
import { type LimitSettings, limitSettingSpecs } from "./limit-settings.ts";
import { type ObserveSettings, observeSettingSpecs } from "./observe-settings.ts";

/** `default` < `file` < `.env` < `environment` < `flag`, for every setting alike. */
export type Origin = "default" | "file" | ".env" | "environment" | "flag";

export interface RouterSettings extends AuthSettings, LimitSettings, ObserveSettings, DriftSettings {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** null: by size of the catalogue. `transparent`: one source under its own names, without the meta-tools. */
  readonly surface: "search" | "all" | "transparent" | null;
  readonly refreshSeconds: number;
  /** Host names accepted besides loopback. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly sessions: boolean;
  readonly allowInsecure: boolean;
  /** null: nothing is kept on disk. */
  readonly cacheDir: string | null;
}

const names = (variable: string, purpose: string): Setting<readonly string[]> => ({
  variable,
  purpose,
  fallback: [],
  parse: (text) => {
    const list = text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    if (list.some((name) => name.includes("*")))
      throw new Error("expected names without *; a wildcard would let every site in");
    if (list.some((name) => !/^(\[[0-9a-f:]+\]|[a-z0-9.-]+)$/i.test(name))) {
      throw new Error("expected host names without scheme or port, separated by commas");
    }
    return list.map((name) => name.toLowerCase());
  },
});

const path: Setting<string> = {
  variable: "GENE_ROUTER_PATH",
  purpose: "Path of the MCP endpoint",
  fallback: "/mcp",
  parse: (text) => {
    if (!/^\/[A-Za-z0-9._~/-]*$/.test(text)) throw new Error("expected a path such as /mcp");
    return text;
  },
};

const host: Setting<string> = {
  variable: "GENE_ROUTER_HOST",
  purpose: "Address to bind",
  fallback: "127.0.0.1",
  parse: (text) => {
    if (!/^[A-Za-z0-9.:-]+$/.test(text)) throw new Error("expected an address or host name such as 127.0.0.1");
    return text;
  },
};

/** Read as the kit reads it, so that the catalogue and the answers of the databases lie below one folder. */
const cacheDir = (environment: Readonly<Record<string, string | undefined>>): Setting<string | null> => {
  const folderOf = (written: string | null): string | null =>
    cacheDirectory({ cacheDir: written, xdgCacheHome: environment.XDG_CACHE_HOME?.trim() || null });
  return {
    variable: "GENE_ROUTER_CACHE_DIR",
    purpose: "Directory for the last-known catalogue and the answers of the databases; off = memory only",
    fallback: folderOf(null),
    parse: folderOf,
  };
};

export interface RouterSettingSpec {
  readonly spec: Setting<unknown>;
  /** Key in the `router` section of servers.yaml; null: not there. */
  readonly fileKey: string | null;
}

/** Every setting of the router: its variable, its key in the file's `router` section, and the name of its flag. */
export const routerSettingSpecs = (environment: Readonly<Record<string, string | undefined>>) =>
  ({
    host: { spec: host, fileKey: "host" },
    port: {
      spec: setting.integer("GENE_ROUTER_PORT", "Port to bind; 0 = any free one", 8000, { min: 0, max: 65535 }),
      fileKey: "port",
    },
    path: { spec: path, fileKey: "path" },
    surface: {
      spec: setting.choice("GENE_ROUTER_SURFACE", "What tools/list shows", ["search", "all", "transparent"], null),
      fileKey: "surface",
    },
    refreshSeconds: {
      spec: setting.integer("GENE_ROUTER_REFRESH_S", "Seconds between refreshes of definitions", 300, {
        min: 1,
        max: 86_400,
      }),
      fileKey: "refresh_s",
    },
    allowedHosts: {
      spec: names("GENE_ROUTER_ALLOWED_HOSTS", "Host names accepted besides loopback"),
      fileKey: "allowed_hosts",
    },
    allowedOrigins: {
      spec: names("GENE_ROUTER_ALLOWED_ORIGINS", "Origin host names accepted besides loopback"),
      fileKey: "allowed_origins",
    },
    sessions: {
      spec: setting.flag("GENE_ROUTER_SESSIONS", "Sessions for 2025-era hosts that need server push"),
      fileKey: null,
    },
    allowInsecure: {
      spec: setting.flag("GENE_ROUTER_ALLOW_INSECURE", "Bind an address that is not loopback without authentication"),
      fileKey: null,
    },
    cacheDir: { spec: cacheDir(environment), fileKey: null },
    ...authSettingSpecs,
    ...driftSettingSpecs,
    ...limitSettingSpecs,
    ...observeSettingSpecs,
  }) as const satisfies Record<keyof RouterSettings, RouterSettingSpec>;
