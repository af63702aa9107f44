import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{cli,router,servers,citations,clients,tests}/**/*.test.ts"],
    // Child processes and sockets share two cores with the suite; a timeout is a hang, never a measure of speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
});
