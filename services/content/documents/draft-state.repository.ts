import { createHash } from "node:crypto";
import { ContentDocument } from "../../../entities/content-document.js";
import { ContentDraftState } from "../../../entities/content-draft-state.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import { lockTypeFor, type TypeContext } from "../types/type-context.repository.js";
import type { DraftShape } from "../draft/layout.js";

/** The epoch of a document that no editor has opened yet. */
const FIRST_EPOCH = 1;

/** A document with its collaborative state. */
export interface OpenedDocument {
  document: ContentDocument;
  epoch: number;
  /**
   * The collaborative state; null when no editor has opened the document since it was made, or since its
   * state was removed.
   */
  live: LiveState | null;
  /** True when there is a row for the state. */
  hasRow: boolean;
  /** The `permanentEntriesKey` under which the state was stored. */
  standing: string | null;
}

/** The Y.Doc of a draft, and its state vector. */
export interface LiveState {
  state: Uint8Array;
  stateVector: Uint8Array;
  /** Updates that wait for earlier updates that have not arrived. */
  buffered: Uint8Array | null;
  /** Items that saves moved, for editors who come late. */
  moved: Uint8Array | null;
}

/** Returns the bytes that a state takes in the database. */
export const bytesOf = (live: LiveState | null): number =>
  (live?.state.byteLength ?? 0) + (live?.buffered?.byteLength ?? 0) + (live?.moved?.byteLength ?? 0);

/** The rows from which a change of a draft starts. */
export interface DraftNow extends OpenedDocument {
  typeContext: TypeContext;
  shape: DraftShape;
}

interface StateColumns {
  stateEpoch: number | null;
  stateData: Uint8Array | null;
  stateVector: Uint8Array | null;
  buffered: Uint8Array | null;
  moved: Uint8Array | null;
  standing: string | null;
}

/** Returns a document and its state from one query, or null when there is no such document. */
export async function readOpened(read: Reader, id: string, lock = ""): Promise<OpenedDocument | null> {
  const [row] = await read.query<Record<string, unknown> & StateColumns>(
    `SELECT d.*, s.epoch AS stateEpoch, s.state AS stateData, s.stateVector AS stateVector, s.buffered AS buffered,
            s.moved AS moved, s.standing AS standing
       FROM content_documents d LEFT JOIN content_draft_states s ON s.id = d.id WHERE d.id = ?${lock}`,
    [id],
  );
  if (row === undefined) return null;
  const { stateData: state, stateVector, buffered, moved } = row;
  return {
    document: read.entity(ContentDocument, row),
    epoch: Number(row.stateEpoch ?? FIRST_EPOCH),
    live: state === null || stateVector === null ? null : { state, stateVector, buffered, moved },
    hasRow: row.stateEpoch !== null,
    standing: row.standing,
  };
}

/**
 * Locks a document, its state and its type context until the transaction ends, and returns them; null when
 * the document or its type is gone, or hidden from the given account.
 */
export async function lockOpened(tx: Tx, id: string, seer: string | null): Promise<DraftNow | null> {
  const opened = await readOpened(tx, id, tx.database.dialect === "sqlite" ? "" : " FOR UPDATE");
  const typeContext = opened === null ? null : await lockTypeFor(tx, opened.document, seer);
  if (opened === null || typeContext === null) return null;
  return { ...opened, typeContext, shape: shapeOf(typeContext) };
}

export const shapeOf = ({ schema, locales }: TypeContext): DraftShape => ({
  schema,
  defaultLocale: locales.defaultLocale,
  locales: locales.locales.map(({ code }) => code),
});

/** Change this word in a release that builds states differently: every stored state is then checked once more. */
const STATES = "kinds";

/**
 * Returns a hash of everything on which the permanent entries of a draft depend. A state that was stored under
 * another key may lack some entries, or have some of another kind.
 */
export const permanentEntriesKey = ({ schemaVersion, locales }: TypeContext): string =>
  createHash("sha256")
    .update([STATES, String(schemaVersion), ...locales.locales.map(({ code }) => code)].join(" "))
    .digest("hex");

/** Stores a new state. The caller has locked the document and read `before`. */
export async function saveState(
  tx: Tx,
  before: DraftNow,
  { state, stateVector, buffered, moved }: LiveState,
  { epoch, editedAt }: { epoch: number; editedAt?: number | undefined },
): Promise<void> {
  const { id, projectId } = before.document;
  const columns = {
    epoch,
    state,
    stateVector,
    buffered,
    moved,
    standing: permanentEntriesKey(before.typeContext),
    stateBytes: bytesOf({ state, stateVector, buffered, moved }),
    ...(editedAt !== undefined && { editedAt }),
  };
  if (before.hasRow) await tx.update(ContentDraftState, { id }, columns);
  else await tx.insert(ContentDraftState, { id, projectId, ...columns });
}

/**
 * The bytes that a document's draft and its state take in the database, and the epoch and last edit of its
 * editors.
 */
export interface StateSize {
  draftBytes: number;
  stateBytes: number;
  epoch: number;
  editedAt: number;
}

/** Locks a document and its state and returns their sizes; null when either is gone. */
export async function lockStateSize(tx: Tx, id: string): Promise<StateSize | null> {
  const lock = tx.database.dialect === "sqlite" ? "" : " FOR UPDATE";
  const [row] = await tx.query<Record<keyof StateSize, number | null>>(
    `SELECT d.draftBytes, s.stateBytes, s.epoch, s.editedAt
       FROM content_documents d JOIN content_draft_states s ON s.id = d.id WHERE d.id = ?${lock}`,
    [id],
  );
  if (row === undefined) return null;
  const { draftBytes, stateBytes, epoch, editedAt } = row;
  return {
    draftBytes: Number(draftBytes),
    stateBytes: Number(stateBytes),
    epoch: Number(epoch),
    editedAt: Number(editedAt ?? 0),
  };
}

/**
 * Removes a state. The next editor that opens the document creates a new state from the draft, under the new
 * epoch.
 */
export async function clearState(tx: Tx, id: string, epoch: number): Promise<void> {
  const nothing = { state: null, stateVector: null, buffered: null, moved: null, stateBytes: 0 };
  await tx.update(ContentDraftState, { id }, { epoch, ...nothing });
}
