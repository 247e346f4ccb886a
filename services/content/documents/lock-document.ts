import type { Tx } from "../../../runtime/database/transaction.js";
import { unknownDocument } from "../content.policy.js";
import { lockTypeFor } from "../types/type-context.repository.js";
import { lockDocument, type TypedDocument } from "./document.repository.js";
import { type DraftNow, lockOpened } from "./draft-state.repository.js";

/**
 * A document and its type, locked in this order until the transaction ends. Throws `not_found` when either is gone, or the account
 * is not in the project any more: it may have waited for the document since it was looked for (rules/content 39).
 */
export async function lockTyped(tx: Tx, id: string, accountId: string): Promise<TypedDocument> {
  const document = await lockDocument(tx, id);
  const typeContext = document === null ? null : await lockTypeFor(tx, document, accountId);
  if (document === null || typeContext === null) throw unknownDocument();
  return { document, typeContext };
}

/**
 * A document with its type and the state of its draft, locked until the transaction ends. Throws `not_found` like `lockTyped`; null
 * as the account is for work that no member waits for.
 */
export async function lockDraft(tx: Tx, id: string, accountId: string | null): Promise<DraftNow> {
  const now = await lockOpened(tx, id, accountId);
  if (now === null) throw unknownDocument();
  return now;
}
