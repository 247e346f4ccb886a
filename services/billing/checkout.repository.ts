import { Not } from "typeorm";
import { Checkout } from "../../entities/checkout.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** A payment link, or null where it is none, or another account's or gateway's. */
export const findCheckout = (
  reader: Reader,
  where: Pick<Checkout, "id"> & Partial<Pick<Checkout, "accountId" | "gateway">>,
): Promise<Checkout | null> => reader.findOne(Checkout, where);

export const insertCheckout = (tx: Tx, checkout: Checkout): Promise<void> => tx.insert(Checkout, checkout);

/** Keeps what the gateway made of an intent. */
export async function keepLink(
  tx: Tx,
  { id, ...link }: { id: string; url: string; expiresAt?: number },
): Promise<void> {
  await tx.update(Checkout, { id }, link);
}

/** Notes that a link was paid; gives whether it was not yet. */
export const markPaid = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.update(Checkout, { id, status: Not("paid" as const) }, { status: "paid", paidAt: Date.now() })) >
  0;

/** Closes a link that is open; gives whether it was. */
export const closeCheckout = async (
  tx: Tx,
  { id, status }: { id: string; status: "expired" | "failed" },
): Promise<boolean> => (await tx.update(Checkout, { id, status: "open" as const }, { status })) > 0;
