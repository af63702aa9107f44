import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { packageRoot } from "../../servers/kit/version.ts";
import { generatedDocuments } from "../documents.ts";
import { EXIT } from "../exit-codes.ts";
import { createInstallation } from "../installation.ts";
import type { Program } from "../program.ts";

export const docsCommand = (command: Command, { output, process }: Program): Command =>
  command
    .command("docs")
    .description("renew what is generated from the code: docs/tools.md, the README's table, the JSON Schema")
    .option("--check", "only say whether they are up to date")
    .option("--json", "the files that differ, as JSON")
    .action(async (flags: { check?: boolean; json?: boolean }) => {
      // Documents must not depend on whose machine renews them, so no environment is read.
      const installation = createInstallation({ environment: {}, exposure: "local", warn: output.err });
      const files = await generatedDocuments(installation, (path) => {
        const file = join(packageRoot(), path);
        return existsSync(file) ? readFileSync(file, "utf8") : "";
      });
      await installation.close();
      const changed = files.filter(({ before, after }) => before !== after);
      if (!flags.check) for (const { path, after } of changed) writeFileSync(join(packageRoot(), path), after);
      else if (changed.length > 0) process.exitCode = EXIT.failed;
      if (flags.json) output.out(JSON.stringify(changed.map(({ path }) => path)));
      else
        for (const { path } of changed)
          output.out(`${path} ${flags.check ? "is out of date: npm run docs" : "renewed"}`);
    });
