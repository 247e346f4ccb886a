import { IsNull, LessThanOrEqual, Not } from "typeorm";
import { Checkout } from "../../entities/checkout.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** Finds a payment link; null if it does not exist or belongs to another account or gateway. */
export const findCheckout = (
  reader: Reader,
  where: Pick<Checkout, "id"> & Partial<Pick<Checkout, "accountId" | "gateway">>,
): Promise<Checkout | null> => reader.findOne(Checkout, where);

export const insertCheckout = (tx: Tx, checkout: Checkout): Promise<void> => tx.insert(Checkout, checkout);

/**
 * Returns open links for plans of an account that were made until a time and that their gateway can close. It
 * reads the index IX_checkouts_account.
 */
export const findOpenPlanLinks = (
  reader: Reader,
  { accountId, until, limit }: { accountId: string; until: number; limit: number },
): Promise<Checkout[]> =>
  reader.find(
    Checkout,
    {
      accountId,
      kind: "subscription",
      status: "open",
      createdAt: LessThanOrEqual(until),
      reference: Not(IsNull()),
    },
    { limit },
  );

/** Stores the URL, the expiry and the name that the gateway gave to a checkout. */
export async function setLink(
  tx: Tx,
  { id, ...link }: { id: string; url: string; expiresAt?: number; reference?: string },
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
