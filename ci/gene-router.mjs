// The program as `npm start` and `npm run gene-router` run it: installed, built, and then in this very process, so that a
// signal to it reaches the server and nothing is left behind.
await import("./ensure-installed.mjs");
await import("./build.mjs");
await import("../dist/cli/main.js");
