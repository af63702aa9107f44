import { Fault } from "../kit/fault.ts";
import { otherDocument } from "./in-band.ts";
import { parseXml, rootNameOf, withoutProlog, type XmlElement } from "./xml.ts";

/** What NCBI's services write instead of the JSON that they were asked for: their default, XML. */
export interface XmlForm {
  readonly root: string;
  /** The document in the shape of the JSON. */
  readonly toJson: (root: XmlElement) => object;
}

// NCBI writes line breaks as they are into the texts of its JSON, its error messages above all, where JSON allows none.
const CONTROLS = /[\u0000-\u001F]/g;

/**
 * An answer as JSON, whether it came so or as XML.
 *
 * @param text without white space around it
 * @throws Fault `unparsable` (bad syntax), `incomplete` (the root is never closed), `unexpected_content`, `in_band_error`
 *   or `rate_limited` (another document)
 */
export function jsonOrXml(text: string, form: XmlForm, status: number): unknown {
  const unparsable = () => new Fault("unparsable", "NCBI's answer is neither valid JSON nor valid XML", { status });
  if (!text.startsWith("<")) {
    try {
      return JSON.parse(text.replace(CONTROLS, " "));
    } catch {
      throw unparsable();
    }
  }
  if (rootNameOf(text) !== form.root) throw otherDocument(text, status);
  if (!text.endsWith(`</${form.root}>`)) {
    throw new Fault("incomplete", "NCBI's answer ends before its root element is closed", { status });
  }
  let root: XmlElement;
  try {
    root = parseXml(withoutProlog(text));
  } catch {
    throw unparsable();
  }
  return form.toJson(root);
}
