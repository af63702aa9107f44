import type { Answer } from "../kit/answer.ts";
import type { Call } from "../kit/call.ts";
import { BadInput } from "../kit/fault.ts";
import type { TbdbClient } from "./client.ts";
import { DEFAULT_DRUGS, DEFAULT_REF } from "./data-version.ts";
import { findDrug, isSameDrug } from "./drugs.ts";

/**
 * The catalogue's own spelling of a drug, echoed as `drug_used`; null when none was asked for.
 *
 * @throws BadInput listing the catalogue's drugs for a name that is not among them.
 */
export async function knownDrug(
  client: TbdbClient,
  asked: string | null | undefined,
  call: Call,
  answer: Pick<Answer, "echo">,
): Promise<string | null> {
  if (asked == null) return null;
  const isDefault = client.ref === DEFAULT_REF;
  const drugs = isDefault ? DEFAULT_DRUGS : (await client.variables(call)).value.drugs;
  const drug = findDrug(drugs, asked) ?? (isDefault ? null : await drugOfRows(client, asked, call));
  // Names of the list match a strict pattern, so they may stand in a message.
  if (drug === null) throw BadInput.of("invalid_argument", `drug must be one of ${drugs.join(", ")}`, "drug");
  answer.echo("drug_used", drug);
  return drug;
}

/** A version's catalogue may have rows on a drug that its own list has left out. */
async function drugOfRows(client: TbdbClient, asked: string, call: Call): Promise<string | null> {
  for (const rows of (await client.catalogue(call)).value.byGene.values()) {
    const row = rows.find(({ drug }) => isSameDrug(drug, asked));
    if (row !== undefined) return row.drug;
  }
  return null;
}
