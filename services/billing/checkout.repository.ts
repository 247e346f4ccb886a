import { Not } from "typeorm";
import { Checkout } from "../../entities/checkout.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** Finds a payment link; null if it does not exist or belongs to another account or gateway. */
export const findCheckout = (
  reader: Reader,
  where: Pick<Checkout, "id"> & Partial<Pick<Checkout, "accountId" | "gateway">>,
): Promise<Checkout | null> => reader.findOne(Checkout, where);

export const insertCheckout = (tx: Tx, checkout: Checkout): Promise<void> => tx.insert(Checkout, checkout);

/** Stores the URL and expiry that the gateway gave to a checkout. */
export async function setLink(
  tx: Tx,
  { id, ...link }: { id: string; url: string; expiresAt?: number },
): Promise<void> {
  await tx.update(Checkout, { id }, link);
}

/** Marks a link as paid and returns true unless it was paid before. */
export const markPaid = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.update(Checkout, { id, status: Not("paid" as const) }, { status: "paid", paidAt: Date.now() })) >
  0;

/** Closes an open link and returns true if it was open. */
export const closeCheckout = async (
  tx: Tx,
  { id, status }: { id: string; status: "expired" | "failed" },
): Promise<boolean> => (await tx.update(Checkout, { id, status: "open" as const }, { status })) > 0;
