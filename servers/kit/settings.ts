/** Environment variables as typed values. Blank means unset; a bad value stops start-up naming the variable only. */
export interface Setting<T> {
  readonly variable: string;
  readonly purpose: string;
  readonly fallback: T;
  /** Throws a plain Error with what was expected; the value itself is never shown. */
  readonly parse: (text: string) => T;
  readonly secret?: boolean;
}

export type SettingSpecs = Readonly<Record<string, Setting<unknown>>>;
export type SettingsOf<S extends SettingSpecs> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };
export type Environment = Readonly<Record<string, string | undefined>>;

export class SettingError extends Error {
  readonly variable: string;

  constructor(variable: string, expected: string) {
    super(`${variable}: ${expected}`);
    this.name = "SettingError";
    this.variable = variable;
  }
}

export function readSetting<T>(setting: Setting<T>, environment: Environment): T {
  const text = environment[setting.variable]?.trim();
  if (text === undefined || text === "") return setting.fallback;
  try {
    return setting.parse(text);
  } catch (error) {
    throw new SettingError(setting.variable, error instanceof Error ? error.message : "not a valid value");
  }
}

export function readSettings<S extends SettingSpecs>(specs: S, environment: Environment): SettingsOf<S> {
  return Object.fromEntries(
    Object.entries(specs).map(([key, spec]) => [key, readSetting(spec, environment)]),
  ) as SettingsOf<S>;
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export const setting = {
  text: <F extends string | null>(variable: string, purpose: string, fallback: F): Setting<string | F> => ({
    variable,
    purpose,
    fallback,
    parse: (text) => text,
  }),

  secret: (variable: string, purpose: string): Setting<string | null> => ({
    variable,
    purpose,
    fallback: null,
    secret: true,
    parse: (text) => text,
  }),

  choice: <const C extends string, F extends C | null>(
    variable: string,
    purpose: string,
    choices: readonly C[],
    fallback: F,
  ): Setting<C | F> => ({
    variable,
    purpose,
    fallback,
    parse: (text) => {
      const hit = choices.find((choice) => choice === text);
      if (hit === undefined) throw new Error(`expected one of ${choices.join(", ")}`);
      return hit;
    },
  }),

  integer: (
    variable: string,
    purpose: string,
    fallback: number,
    range: { min: number; max: number },
  ): Setting<number> => ({
    variable,
    purpose,
    fallback,
    parse: (text) => {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      if (!(value >= range.min && value <= range.max)) {
        throw new Error(`expected a whole number from ${range.min} to ${range.max}`);
      }
      return value;
    },
  }),

  flag: (variable: string, purpose: string): Setting<boolean> => ({
    variable,
    purpose,
    fallback: false,
    parse: (text) => {
      if (["1", "true", "yes", "on"].includes(text.toLowerCase())) return true;
      if (["0", "false", "no", "off"].includes(text.toLowerCase())) return false;
      throw new Error("expected 1 or 0");
    },
  }),

  /** A base URL without trailing slash: https, or plain http on loopback only. */
  url: (variable: string, purpose: string, fallback: string): Setting<string> => ({
    variable,
    purpose,
    fallback,
    parse: (text) => {
      let url: URL;
      try {
        url = new URL(text);
      } catch {
        throw new Error("expected a URL such as https://host/path");
      }
      const allowed = url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.has(url.hostname));
      if (!allowed) throw new Error("expected https (plain http only for localhost)");
      if (url.username || url.password || /[?#]/.test(text)) {
        throw new Error("expected a base URL without user, query or fragment");
      }
      return url.href.replace(/\/+$/, "");
    },
  }),
};
