import { describe, expect, it } from "vitest";
import { ListenedResources } from "./listened-resources.ts";
import { Subscriber } from "./subscriber.ts";

function source(refused: readonly string[] = []) {
  const open: string[] = [];
  const subscribe = async (uri: string) => {
    if (refused.includes(uri)) throw new Error("refused");
    open.push(uri);
    return () => void open.splice(open.indexOf(uri), 1);
  };
  return { open, subscribe };
}
const listen = (...uris: unknown[]) =>
  ({ method: "subscriptions/listen", params: { notifications: { resourceSubscriptions: uris } } }) as const;

describe("what a connection is subscribed to", () => {
  it("is subscribed to once, and let go of with the last hold or with the connection", async () => {
    const { open, subscribe } = source();
    const subscriber = new Subscriber(subscribe, () => {});
    await Promise.all([subscriber.hold("a:1"), subscriber.hold("a:1"), subscriber.hold("b:1")]);
    expect(open).toEqual(["a:1", "b:1"]);
    subscriber.release("a:1");
    expect(subscriber.holds("a:1")).toBe(true);
    subscriber.release("a:1");
    subscriber.release("never:held");
    await expect.poll(() => open).toEqual(["b:1"]);
    subscriber.close();
    await expect.poll(() => open).toEqual([]);
  });

  it("is bounded", async () => {
    const subscriber = new Subscriber(source().subscribe, () => {}, 2);
    await subscriber.hold("a:1");
    await subscriber.hold("a:2");
    await expect(subscriber.hold("a:3")).rejects.toMatchObject({ code: -32602 });
    subscriber.release("a:1");
    await subscriber.hold("a:3");
  });
});

describe("listening requests", () => {
  it("are shown what can be told of, and hold it until they end", async () => {
    const { open, subscribe } = source(["bad:1"]);
    const listened = new ListenedResources(subscribe, () => {});
    const [first, second] = await Promise.all([
      listened.open(listen("a:1", "bad:1", "a:1"), () => true),
      listened.open(listen("a:1"), () => true),
    ]);
    expect(first.request).toEqual(listen("a:1"));
    expect(open).toEqual(["a:1"]);
    first.close();
    first.close();
    expect(open).toEqual(["a:1"]);
    second.close();
    await expect.poll(() => open).toEqual([]);
  });

  it("are told of a part under the name of the whole, which is what their filter names", async () => {
    const published: string[] = [];
    let tell: (uri: string) => void = () => {};
    const subscribe = async (_: string, onUpdated: (uri: string) => void) => {
      tell = onUpdated;
      return () => {};
    };
    await new ListenedResources(subscribe, (uri) => published.push(uri)).open(listen("a:1"), () => true);
    tell("a:1/part");
    expect(published).toEqual(["a:1"]);
  });

  it("are passed on as they are when they name no resources, or no list of them", async () => {
    const listened = new ListenedResources(source().subscribe, () => {});
    for (const request of [listen(), listen(7), { method: "subscriptions/listen" } as const]) {
      expect((await listened.open(request, () => true)).request).toBe(request);
    }
  });

  it("are refused when they name too many", async () => {
    const listened = new ListenedResources(source().subscribe, () => {});
    const many = Array.from({ length: 129 }, (_, at) => `a:${at}`);
    await expect(listened.open(listen(...many), () => true)).rejects.toMatchObject({ code: -32602 });
  });
});
