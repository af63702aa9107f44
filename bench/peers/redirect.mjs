// Preloaded into a peer: what it would send to NCBI goes to the stand-in on loopback instead. Nothing else changes.
const base = process.env.STAND_IN_URL;
const HOSTS = { "eutils.ncbi.nlm.nih.gov": "/eutils", "pmc.ncbi.nlm.nih.gov": "/idconv" };
const original = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const request = input instanceof Request ? input.url : String(input);
  const url = new URL(request);
  if (!(url.hostname in HOSTS)) return original(input, init);
  const path = url.pathname.replace(/^\/entrez\/eutils|^\/tools\/idconv\/api\/v1\/articles/, "");
  return original(`${base}${HOSTS[url.hostname]}${path}${url.search}`, init);
};
