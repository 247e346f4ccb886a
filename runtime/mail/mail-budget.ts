import { type UseLimit, takeUses } from "../actions/limited-uses.js";
import type { Tx } from "../database/transaction.js";

const HOUR_MS = 3600_000;

/** To one recipient, over all kinds that somebody else can cause (rules/identity 11). */
const toRecipient = (email: string): UseLimit => ({
  name: `mail to\n${email}`,
  limit: 5,
  windowMs: HOUR_MS,
});
/** Of one sender's invites (rules/identity 11). */
const ofSender = (accountId: string): UseLimit => ({
  name: `mail of\n${accountId}`,
  limit: 30,
  windowMs: 24 * HOUR_MS,
});

/**
 * Counts a mail to a normalised address, of an account where one writes to another, in the transaction that posts it.
 * Gives 0 when it may go out, otherwise the milliseconds until one may; then nothing is counted.
 */
export async function countMail(tx: Tx, to: string, senderId: string | null = null): Promise<number> {
  const limits = [toRecipient(to), ...(senderId === null ? [] : [ofSender(senderId)])];
  return (await takeUses(tx, limits)).waitMs;
}
