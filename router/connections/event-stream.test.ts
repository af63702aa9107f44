import { describe, expect, it } from "vitest";
import { EventStreamReader } from "./event-stream.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("an event stream", () => {
  it("gives the data of each event, joined over its lines", () => {
    const reader = new EventStreamReader();
    expect(reader.push(bytes(': keep-alive\n\nid: 7\nevent: message\ndata: {"a":\ndata:1}\n\ndata: b\n\n'))).toEqual([
      '{"a":\n1}',
      "b",
    ]);
  });

  it.each(["\n", "\r\n", "\r"])("understands lines that end with %j", (end) => {
    expect(new EventStreamReader().push(bytes(["data: a", "", "data: b", "", "", ""].join(end)))).toEqual(["a", "b"]);
  });

  it("reads the same whatever way the bytes are cut, inside letters too", () => {
    const all = bytes("data: βeta\r\n\r\ndata: two\r\n\r\n");
    for (let cut = 0; cut <= all.length; cut += 1) {
      const reader = new EventStreamReader();
      expect([...reader.push(all.slice(0, cut)), ...reader.push(all.slice(cut))]).toEqual(["βeta", "two"]);
    }
  });

  it("holds back an event that is not complete", () => {
    expect(new EventStreamReader().push(bytes("data: a\n"))).toEqual([]);
  });
});
