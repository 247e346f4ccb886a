import type { Tx } from "../../../runtime/database/transaction.js";
import { unknownDocument } from "../content.policy.js";
import { lockTypeFor } from "../types/type-context.repository.js";
import { lockDocument, type TypedDocument } from "./document.repository.js";
import { type DraftNow, lockOpened } from "./draft-state.repository.js";

/**
 * Locks a document and its type in this order until the transaction ends, and returns them. Throws
 * `not_found` when either is gone, or when the account is not in the project any more: it may have waited for
 * the document since it was found (rules/content 39).
 */
export async function lockTyped(tx: Tx, id: string, accountId: string): Promise<TypedDocument> {
  const document = await lockDocument(tx, id);
  const typeContext = document === null ? null : await lockTypeFor(tx, document, accountId);
  if (document === null || typeContext === null) throw unknownDocument();
  return { document, typeContext };
}

/**
 * Locks a document with its type and the state of its draft until the transaction ends, and returns them.
 * Throws `not_found` like `lockTyped`. The account is null for work that no member waits for.
 */
export async function lockDraft(tx: Tx, id: string, accountId: string | null): Promise<DraftNow> {
  const now = await lockOpened(tx, id, accountId);
  if (now === null) throw unknownDocument();
  return now;
}
