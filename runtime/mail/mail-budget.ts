import { aside } from "../actions/audit/act.js";
import { type UseLimit, takeUses, waitForUse } from "../actions/limited-uses.js";
import { networkLimits } from "../actions/network-limits.js";
import type { Tx } from "../database/transaction.js";
import type { Host } from "../process/host.js";

const HOUR_MS = 3600_000;

/** The limit of mails to one recipient, over all kinds of mail that another person can cause (rules/identity 11). */
const toRecipient = (email: string): UseLimit => ({
  name: `mail to\n${email}`,
  limit: 5,
  windowMs: HOUR_MS,
});
/** The limit of invites from one sender (rules/identity 11). */
const ofSender = (accountId: string): UseLimit => ({
  name: `mail of\n${accountId}`,
  limit: 30,
  windowMs: 24 * HOUR_MS,
});

/** The limit of password resets that a client asks for, to any recipients (rules/identity 53). */
export const ASKED = { limit: 200, windowMs: HOUR_MS };

/**
 * Counts a password reset that a client asks for, before it is known whether the address has an account: otherwise the rest
 * of the budget would tell which addresses have one. Returns 0 when the mail may be sent; otherwise returns the milliseconds
 * until one may be sent, and counts nothing.
 */
export async function countAskedMail(
  { read, transact }: Pick<Host, "read" | "transact">,
  address: string,
): Promise<number> {
  const limits = networkLimits("mail from", address, ASKED);
  // A plain read refuses a flood. Only a caller that seems to have a reset left takes the lock.
  for (const limit of limits) {
    const waitMs = await waitForUse(read, limit);
    if (waitMs > 0) return waitMs;
  }
  return (await aside(() => transact((tx) => takeUses(tx, limits)))).waitMs;
}

/**
 * Counts a mail to a normalised address in the transaction that posts it, and counts it for its sender too when one account
 * writes to another. Returns 0 when the mail may be sent; otherwise returns the milliseconds until one may be sent, and
 * counts nothing.
 */
export async function countMail(tx: Tx, to: string, senderId: string | null = null): Promise<number> {
  const limits = [toRecipient(to), ...(senderId === null ? [] : [ofSender(senderId)])];
  return (await takeUses(tx, limits)).waitMs;
}
