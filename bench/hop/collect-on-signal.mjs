// Loaded into a process whose heap is measured: what is garbage is not counted.
process.on("SIGUSR2", () => globalThis.gc?.());
