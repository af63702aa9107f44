import { z } from "zod";
import { defineTool } from "../../kit/tool.ts";
import type { StringClient } from "../client.ts";
import { STRING_LICENCE } from "../licence.ts";

const VersionDetail = z.strictObject({
  string_version: z.string(),
  stable_address: z.string().nullable().describe("Address at which this version stays"),
});

export const getVersion = (client: StringClient) =>
  defineTool({
    name: "get_version",
    title: "Version of STRING",
    description:
      "Tells which version of STRING answers here. Scores of different versions must not be compared. STRING asks for one request a second.",
    input: z.strictObject({}),
    detail: VersionDetail,
    notes: {},
    untrusted: [],
    async run(_input, call, answer) {
      const { rows, exchange } = await client.version(call);
      const { version, stableAddress } = rows[0]!;
      answer.settle({ matched_by: "version" });
      return answer.list(
        [
          {
            record_id: `string:version:${version}`,
            type: "version",
            name: `STRING ${version}`,
            url: stableAddress ?? "https://string-db.org",
            licence: STRING_LICENCE,
            from: [exchange],
            detail: { string_version: version, stable_address: stableAddress },
          },
        ],
        "none_on_record",
      );
    },
  });
