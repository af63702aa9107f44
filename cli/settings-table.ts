import type { ExplainedValue } from "../router/config/config.ts";
import { kitSettings } from "../servers/kit/kit-settings.ts";
import { type Environment, readSetting, type Setting } from "../servers/kit/settings.ts";
import { ttlSetting, upstreamSettings } from "../servers/kit/upstream/upstream-settings.ts";
import { logLevel } from "./log.ts";
import { SOURCE_NAMES, SOURCES } from "./sources.ts";

/** Every setting of sources and upstream layer, by its variable. */
async function settingsByVariable(): Promise<ReadonlyMap<string, Setting<unknown>>> {
  const perSource = await Promise.all(SOURCE_NAMES.map(async (name) => (await SOURCES[name]()).settings));
  const settings: Setting<unknown>[] = [
    ...[kitSettings, upstreamSettings, { logLevel }, ...perSource].flatMap(Object.values),
    ...SOURCE_NAMES.map(ttlSetting),
  ];
  return new Map(settings.map((each) => [each.variable, each]));
}

export const knownVariables = async (): Promise<readonly string[]> => [...(await settingsByVariable()).keys()];

/** Every variable that sources and upstream layer read, with its value and origin. */
export async function explainSettings(merged: Environment, own: Environment): Promise<ExplainedValue[]> {
  return [...(await settingsByVariable()).values()].map((each) => {
    const text = merged[each.variable]?.trim();
    const isSet = text !== undefined && text !== "";
    const value = readSetting(each, merged);
    return {
      key: each.variable,
      value: each.secret && isSet ? "(set)" : value,
      origin: !isSet ? "default" : own[each.variable]?.trim() ? "environment" : ".env",
      from: isSet ? each.variable : null,
    };
  });
}
