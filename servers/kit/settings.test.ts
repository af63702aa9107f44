import { describe, expect, it } from "vitest";
import { kitSettings } from "./kit-settings.ts";
import { readSetting, readSettings, type Setting, SettingError, setting } from "./settings.ts";

const url = setting.url("DEMO_URL", "Base URL", "https://api.example.org");
const read = (text: string | undefined) => readSetting(url, { DEMO_URL: text });

describe("a setting", () => {
  it.each([undefined, "", " ", "\t\n"])("that is blank (%j) is unset", (text) => {
    expect(read(text)).toBe("https://api.example.org");
    expect(readSettings(kitSettings, { GENE_ROUTER_MAX_RESULT_BYTES: text, GENE_ROUTER_TEXT: text })).toEqual({
      maxResultBytes: 60_000,
      text: "json",
    });
    expect(readSetting(setting.secret("DEMO_KEY", "Key"), { DEMO_KEY: text })).toBeNull();
    expect(readSetting(setting.flag("DEMO_FLAG", "Flag"), { DEMO_FLAG: text })).toBe(false);
  });

  it.each([
    ["1", true],
    ["TRUE", true],
    ["on", true],
    ["0", false],
    ["No", false],
  ])("of two states reads %j as %s", (text, expected) => {
    expect(readSetting(setting.flag("DEMO_FLAG", "Flag"), { DEMO_FLAG: text })).toBe(expected);
  });

  it.each<[Setting<unknown>, string[]]>([
    [setting.flag("DEMO", "Flag"), ["2", "ja", "1 0", "truefalse"]],
    [
      setting.integer("DEMO", "Number", 5, { min: 1, max: 10 }),
      ["0", "11", "-1", "1e1", "5.0", "0x5", "five", "NaN", "Infinity", "５", "1_0", "9".repeat(400)],
    ],
    [setting.choice("DEMO", "Choice", ["json", "brief"], "json"), ["JSON", "xml", "json,brief"]],
    [
      setting.url("DEMO", "URL", "https://api.example.org"),
      [
        "api.example.org",
        "ftp://api.example.org",
        "http://api.example.org",
        "http://localhost.example.org",
        "http://127.0.0.1.example.org",
        "https://me:pw@api.example.org",
        "https://api.example.org/?q=1",
        "https://api.example.org?",
        "https://api.example.org/#",
        "https://",
        "javascript:alert(1)",
        "//api.example.org",
      ],
    ],
  ])("that is bad stops with its variable and what was expected, never with its value (%#)", (spec, bad) => {
    for (const text of bad) {
      try {
        readSetting(spec, { DEMO: text });
        expect.unreachable(text);
      } catch (error) {
        expect(error, text).toBeInstanceOf(SettingError);
        expect((error as Error).message).toMatch(/^DEMO: expected /);
        if (text.length > 8) expect((error as Error).message).not.toContain(text);
      }
    }
  });
});

it.each([
  ["https://api.example.org/", "https://api.example.org"],
  [" https://API.example.org/base/// ", "https://api.example.org/base"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ["http://localhost/x", "http://localhost/x"],
  ["http://[::1]:9", "http://[::1]:9"],
])("a base URL is read with one spelling: %j", (text, expected) => {
  expect(read(text)).toBe(expected);
});
