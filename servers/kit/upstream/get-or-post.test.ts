import { expect, it } from "vitest";
import { getOrPost, MAX_GET_URL } from "./get-or-post.ts";

const BASE = "https://api.example.org";

it("asks with a GET as long as the URL is short", () => {
  expect(getOrPost(BASE, "/x", { id: "1" })).toEqual({ path: "/x", method: "GET", query: { id: "1" } });
});

it("turns to a form at 2,001 characters, counted as encoded", () => {
  const room = MAX_GET_URL - `${BASE}/x?id=`.length;
  expect(getOrPost(BASE, "/x", { id: "a".repeat(room) }).method).toBe("GET");
  expect(getOrPost(BASE, "/x", { id: "a".repeat(room + 1) })).toMatchObject({ method: "POST", path: "/x" });
  expect(getOrPost(BASE, "/x", { id: ",".repeat(room / 2) }).method).toBe("POST");
});
