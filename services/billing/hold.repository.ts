import { Hold } from "../../entities/hold.js";
import type { Tx } from "../../runtime/database/transaction.js";

/** The hold of a piece of work. Locks nothing: the balance is the lock of its holds. */
export const findHold = (tx: Tx, workId: string): Promise<Hold | null> => tx.findOne(Hold, { id: workId });

/** The open holds of an account whose balance is locked, the oldest first. Reads the index IX_holds_account. */
export const findHoldsOf = (tx: Tx, accountId: string): Promise<Hold[]> =>
  tx.find(Hold, { accountId }, { order: { createdAt: "ASC", id: "ASC" } });

/** Makes a hold with the transaction's next statement. */
export const insertHold = (tx: Tx, hold: Hold): Promise<void> => tx.withNext(tx.insertOf(Hold, [hold]));

/** Has a hold keep credits of a grant that ends under it. */
export async function keepOfGrant(
  tx: Tx,
  { id, ...kept }: Pick<Hold, "id" | "keptCredits" | "keptFrom" | "keptPaymentId">,
): Promise<void> {
  await tx.update(Hold, { id }, kept);
}

/** Removes a hold and gives it; null when it was removed before. */
export const takeHold = (
  tx: Tx,
  { workId, accountId }: { workId: string; accountId: string },
): Promise<Hold | null> => tx.take(Hold, { id: workId, accountId });
