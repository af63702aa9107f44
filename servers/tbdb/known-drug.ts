import type { Answer } from "../kit/answer.ts";
import type { Call } from "../kit/call.ts";
import { BadInput } from "../kit/fault.ts";
import type { TbdbClient } from "./client.ts";
import { DEFAULT_DRUGS, DEFAULT_REF } from "./data-version.ts";
import { findDrug } from "./drugs.ts";

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
  const drugs = client.ref === DEFAULT_REF ? DEFAULT_DRUGS : (await client.variables(call)).value.drugs;
  const drug = findDrug(drugs, asked);
  // Names of the list match a strict pattern, so they may stand in a message.
  if (drug === null) throw BadInput.of("invalid_argument", `drug must be one of ${drugs.join(", ")}`, "drug");
  answer.echo("drug_used", drug);
  return drug;
}
