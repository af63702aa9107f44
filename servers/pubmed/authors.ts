import { textOrNull } from "./abstract.ts";
import { childAt, childrenOf, type XmlElement } from "./xml.ts";

interface Person {
  readonly last_name: string | null;
  readonly fore_name: string | null;
  readonly initials: string | null;
  readonly suffix: string | null;
}

/** A group that signs as one. */
interface Collective {
  readonly collective: string;
}

export type Author = Person | Collective;

/** Authors in printed order. Entries that NLM marks as wrong (`ValidYN="N"`, kept beside their correction) are left out. */
export const readAuthors = (list: XmlElement | undefined): Author[] =>
  childrenOf(list, "Author").flatMap((element): Author[] => {
    if (element.attributes.ValidYN === "N") return [];
    const part = (name: string): string | null => textOrNull(childAt(element, name));
    const collective = part("CollectiveName");
    if (collective !== null) return [{ collective }];
    const person = {
      last_name: part("LastName"),
      // Deposits before 2002 spell out FirstName.
      fore_name: part("ForeName") ?? part("FirstName"),
      initials: part("Initials"),
      suffix: part("Suffix"),
    };
    return person.last_name === null && person.fore_name === null && person.initials === null ? [] : [person];
  });

/** A book has one list each of authors and editors; editors stand in only when nobody is named as author. */
export function authorListOf(...owners: readonly (XmlElement | undefined)[]): XmlElement | undefined {
  const lists = owners.flatMap((owner) => childrenOf(owner, "AuthorList"));
  return lists.find(({ attributes }) => attributes.Type !== "editors") ?? lists[0];
}
