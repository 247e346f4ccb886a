import { Allowance } from "../serving/allowance.js";
import type { DocumentText } from "../serving/document-text.js";
import type { Spending } from "../serving/render-page.js";

/** Memory of the place of a reference or a file in a document. */
const HOLE = 150;

/** What the body of a REST answer may come to, 128 MB. */
export const answerAllowance = (): Allowance =>
  new Allowance(
    "expand fewer references, ask for fewer documents with limit, or for fewer fields with select",
  );

/** As much for the documents that are read for it; what is written of them, the body's writer counts. */
export function readSpending(): Spending {
  const allowance = answerAllowance();
  return {
    found() {},
    made: ({ text, holes }: DocumentText) => allowance.spend(0, text.bytes.length + HOLE * holes.length),
    written() {},
  };
}
