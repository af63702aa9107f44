import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{cli,router,servers,citations,clients,tests}/**/*.test.ts"],
    // Left to itself, the runner would leave one of two cores idle.
    maxWorkers: "100%",
    // Child processes and sockets share two cores with the suite; a timeout is a hang, never a measure of speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes when it comes: sources are asked again at most once a second, and cores are shared.
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
  },
});
