import { expect, it } from "vitest";
import { addressOn } from "./service-address.ts";

const OFFICIAL = "https://rest.uniprot.org";
const MIRROR = "http://127.0.0.1:8080/uniprot";

it.each([
  ["its own address", OFFICIAL, "https://rest.uniprot.org/x?cursor=1&fields=a,b", `${OFFICIAL}/x?cursor=1&fields=a,b`],
  ["its own address without TLS", OFFICIAL, "http://rest.uniprot.org/x", `${OFFICIAL}/x`],
  ["a path", OFFICIAL, "/x?cursor=1", `${OFFICIAL}/x?cursor=1`],
  ["another host", OFFICIAL, "https://evil.example/x", null],
  ["no address", OFFICIAL, "http://", null],
  ["an address of the mirror", MIRROR, "http://127.0.0.1:8080/uniprot/x", `${MIRROR}/x`],
  ["UniProt's address from a mirror", MIRROR, "https://rest.uniprot.org/x?cursor=1", `${MIRROR}/x?cursor=1`],
  ["another port", MIRROR, "http://127.0.0.1:9090/x", null],
])("reads %s", (_name, base, target, address) => {
  expect(addressOn(base, target)).toBe(address);
});
