import type { Tx } from "../../../runtime/database/transaction.js";
import { unknownDocument } from "../content.policy.js";
import { lockTypeContext } from "../types/type-context.repository.js";
import { lockDocument, type TypedDocument } from "./document.repository.js";
import { type DraftNow, lockOpened } from "./draft-state.repository.js";

/** A document and its type, locked in this order until the transaction ends. Throws `not_found` when either is gone. */
export async function lockTyped(tx: Tx, id: string): Promise<TypedDocument> {
  const document = await lockDocument(tx, id);
  const typeContext = document === null ? null : await lockTypeContext(tx, document.typeId);
  if (document === null || typeContext === null) throw unknownDocument();
  return { document, typeContext };
}

/** A document with its type and the state of its draft, locked until the transaction ends. Throws `not_found` like `lockTyped`. */
export async function lockDraft(tx: Tx, id: string): Promise<DraftNow> {
  const now = await lockOpened(tx, id);
  if (now === null) throw unknownDocument();
  return now;
}
