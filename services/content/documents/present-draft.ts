import type { readDocument } from "../../../contracts/content-documents.js";
import { type ContentIssue, isPublishable } from "../../../contracts/content-schema.js";
import type { ResultOf } from "../../../contracts/contract.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { TypeContext } from "../types/type-context.repository.js";
import type { LiveState } from "./draft-state.repository.js";
import { presentDocument } from "./present-document.js";
import type { LiveNext } from "./replace-draft.js";
import type { Saved } from "./save-draft.js";
import type { MergedNext } from "./update-draft.js";

/** A document with its schema and the issues of its draft. */
export type Looked = ResultOf<typeof readDocument>;

/** Returns a document with the issues that its last save found. */
export const presentChecked = ({
  document,
  typeContext,
  issues,
}: {
  document: ContentDocument;
  typeContext: TypeContext;
  issues: ContentIssue[];
}): Looked => ({
  document: presentDocument(document, typeContext),
  schema: { ...typeContext.schema },
  valid: isPublishable(issues),
  issues,
});

/** Returns the fields that editors get in addition to a document (rules/content 40). */
export const presentState = ({
  epoch,
  live,
  typeContext,
}: {
  epoch: number;
  live: LiveState;
  typeContext: TypeContext;
}) => ({
  draftState: base64(live.state),
  stateVector: base64(live.stateVector),
  epoch,
  defaultLocale: typeContext.locales.defaultLocale,
});

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("base64");

/** Returns the answer of PUT and PATCH. */
export const presentWritten = (saved: Saved<LiveNext>) => ({
  version: saved.document.draftVersion,
  status: saved.document.status,
  ...presentSaved(saved),
});

/** Returns a saved draft with its issues and its state. */
export const presentSaved = (saved: Saved<LiveNext>) => ({
  ...presentChecked(saved),
  ...presentState({ ...saved, live: saved.next.live }),
});

/** Returns the answer to an editor's update. */
export const presentUpdated = ({ document, issues, next }: Saved<MergedNext>) => ({
  version: document.draftVersion,
  valid: isPublishable(issues),
  issues,
  update: base64(next.answer),
  stateVector: base64(next.live.stateVector),
});
