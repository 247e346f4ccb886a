import { notFound } from "../../../contracts/errors.js";
import { ContentDocument } from "../../../entities/content-document.js";
import { ContentDraftState } from "../../../entities/content-draft-state.js";
import type { Reader, Tx } from "../../../runtime/transaction.js";
import type { DraftState } from "../draft/drafts.js";
import type { DraftShape } from "../draft/settle-fields.js";
import { type Frame, holdFrame } from "./frame.js";

/** The epoch of a document that nobody opened yet. */
export const FIRST_EPOCH = 1;

/** A document with its collaborative state. */
export interface OpenedDocument {
  document: ContentDocument;
  epoch: number;
  /** Null: nobody opened the document yet. */
  live: LiveState | null;
}

/** The Y.Doc of a draft, and what it holds of each client. */
export type LiveState = Pick<DraftState, "state" | "stateVector">;

/** What a change of a draft starts from. */
export interface DraftNow extends OpenedDocument {
  frame: Frame;
  shape: DraftShape;
}

interface StateColumns {
  stateEpoch: number | null;
  stateData: Uint8Array | null;
  stateVector: Uint8Array | null;
}

/** A document and its state as they were at one moment; null when there is none. One query. */
export async function readOpened(read: Reader, id: string, lock = ""): Promise<OpenedDocument | null> {
  const [row] = await read.query<Record<string, unknown> & StateColumns>(
    `SELECT d.*, s.epoch AS stateEpoch, s.state AS stateData, s.stateVector AS stateVector
       FROM content_documents d LEFT JOIN content_draft_states s ON s.id = d.id WHERE d.id = ?${lock}`,
    [id],
  );
  if (row === undefined) return null;
  const { stateData, stateVector } = row;
  return {
    document: read.entity(ContentDocument, row),
    epoch: Number(row.stateEpoch ?? FIRST_EPOCH),
    live: stateData === null || stateVector === null ? null : { state: stateData, stateVector },
  };
}

/** The same with the type's frame, all kept until the transaction ends. Throws `not_found` when it is gone. */
export async function lockDraft(tx: Tx, id: string): Promise<DraftNow> {
  const opened = await readOpened(tx, id, tx.database.dialect === "sqlite" ? "" : " FOR UPDATE");
  const frame = opened === null ? null : await holdFrame(tx, opened.document.typeId);
  if (opened === null || frame === null) throw notFound("Unknown document.");
  return { ...opened, frame, shape: shapeOf(frame) };
}

export const shapeOf = ({ schema, locales }: Frame): DraftShape => ({
  schema,
  defaultLocale: locales.defaultLocale,
});

/** Keeps a new state. The caller has locked the document; `before` is what it found. */
export async function writeState(
  tx: Tx,
  before: OpenedDocument,
  { state, stateVector }: LiveState,
  { epoch, editedAt }: { epoch: number; editedAt?: number | undefined },
): Promise<void> {
  const { id, projectId } = before.document;
  const columns = {
    epoch,
    state,
    stateVector,
    stateBytes: state.byteLength,
    ...(editedAt !== undefined && { editedAt }),
  };
  if (before.live === null) await tx.insert(ContentDraftState, { id, projectId, ...columns });
  else await tx.update(ContentDraftState, { id }, columns);
}
