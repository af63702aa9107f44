import { expect, it } from "vitest";
import type { RouterSettings } from "../../config/router-settings.ts";
import { protectedResource, servedHosts } from "./resource.ts";

const settings = (changes: Partial<RouterSettings> = {}) =>
  ({
    publicUrl: null,
    host: "127.0.0.1",
    port: 8000,
    path: "/mcp",
    allowedHosts: ["a.example"],
    ...changes,
  }) as RouterSettings;

it.each<[Partial<RouterSettings>, string, string]>([
  [{}, "http://127.0.0.1:8000/mcp", "http://127.0.0.1:8000/.well-known/oauth-protected-resource/mcp"],
  [{ host: "::1" }, "http://[::1]:8000/mcp", "http://[::1]:8000/.well-known/oauth-protected-resource/mcp"],
  [
    { publicUrl: "HTTPS://Genes.Example:443/tools/mcp/" },
    "https://genes.example/tools/mcp",
    "https://genes.example/.well-known/oauth-protected-resource/tools/mcp",
  ],
  [
    { publicUrl: "https://genes.example/" },
    "https://genes.example",
    "https://genes.example/.well-known/oauth-protected-resource",
  ],
])("the resource of %j is one URL for tokens, and its metadata lies beside it", (changes, uri, metadataUrl) => {
  expect(protectedResource(settings(changes))).toMatchObject({ uri, metadataUrl });
});

it("its metadata is served at the root, under the public path, and under the path that a proxy may have made of it", () => {
  const { metadataPaths } = protectedResource(settings({ publicUrl: "https://genes.example/tools/mcp" }));
  expect(metadataPaths).toEqual([
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/tools/mcp",
    "/.well-known/oauth-protected-resource/mcp",
  ]);
});

it("tokens are meant for it by its URL, and without a path by either way of writing it", () => {
  const audienceOf = (publicUrl: string) => protectedResource(settings({ publicUrl })).audience;
  expect(audienceOf("https://genes.example/mcp")).toEqual(["https://genes.example/mcp"]);
  expect(audienceOf("https://genes.example")).toEqual(["https://genes.example", "https://genes.example/"]);
});

it("its host is served without being listed", () => {
  expect(servedHosts(settings({ publicUrl: "https://genes.example/mcp" }))).toEqual(["a.example", "genes.example"]);
  expect(servedHosts(settings())).toEqual(["a.example"]);
});
