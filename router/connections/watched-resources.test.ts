import { describe, expect, it } from "vitest";
import { WatchedResources } from "./watched-resources.ts";

function watching(refuse: (uris: readonly string[]) => boolean = () => false) {
  const declared: (readonly string[])[] = [];
  const watched = new WatchedResources(async (uris) => {
    if (refuse(uris)) throw new Error("refused");
    declared.push(uris);
  });
  return { watched, declared };
}

describe("the resources that are watched at a source", () => {
  it("are declared once, however many listen, until the last one is gone", async () => {
    const { watched, declared } = watching();
    const stops = await Promise.all([1, 2, 3].map(() => watched.add("a:1", () => {})));
    expect(declared).toEqual([["a:1"]]);
    stops[0]?.();
    stops[0]?.();
    stops[1]?.();
    await watched.add("b:1", () => {});
    expect(declared.at(-1)).toEqual(["a:1", "b:1"]);
    stops[2]?.();
    await expect.poll(() => declared.at(-1)).toEqual(["b:1"]);
  });

  it("are told to those who listen, and what lies below one too", async () => {
    const { watched } = watching();
    const heard: string[] = [];
    await watched.add("a:1", (uri) => heard.push(uri));
    for (const uri of ["a:1", "a:1/part", "a:1#x", "a:10", "a:2", "b:1"]) watched.updated(uri);
    expect(heard).toEqual(["a:1", "a:1/part", "a:1#x"]);
  });

  it("are not kept when the source refuses, and the refusal is passed on", async () => {
    const { watched, declared } = watching((uris) => uris.includes("bad:1"));
    await watched.add("a:1", () => {});
    await expect(watched.add("bad:1", () => {})).rejects.toThrow("refused");
    await watched.add("c:1", () => {});
    expect(declared.at(-1)).toEqual(["a:1", "c:1"]);
  });

  it("are declared anew after a reconnection, and all are reported, since any may have changed", async () => {
    const { watched, declared } = watching();
    const heard: string[] = [];
    for (const uri of ["a:1", "b:1"]) await watched.add(uri, (updated) => heard.push(updated));
    await watched.renew();
    expect(declared.at(-1)).toEqual(["a:1", "b:1"]);
    expect(heard).toEqual(["a:1", "b:1"]);
  });

  it("are bounded", async () => {
    const { watched } = watching();
    await Promise.all(Array.from({ length: 1_024 }, (_, at) => watched.add(`a:${at}`, () => {})));
    await expect(watched.add("one:more", () => {})).rejects.toMatchObject({ code: -32602 });
    await expect(watched.add("a:1", () => {})).resolves.toBeTypeOf("function");
  });
});
