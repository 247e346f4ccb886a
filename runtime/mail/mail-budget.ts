import { type Allowance, takeUses } from "../limited-uses.js";
import type { Tx } from "../transaction.js";

const HOUR_MS = 3600_000;

/** decisions 3: to one recipient, over all kinds that somebody else can cause. */
const toRecipient = (email: string): Allowance => ({
  name: `mail to\n${email}`,
  limit: 5,
  windowMs: HOUR_MS,
});
/** decisions 3: of one sender's invites. */
const ofSender = (accountId: string): Allowance => ({
  name: `mail of\n${accountId}`,
  limit: 30,
  windowMs: 24 * HOUR_MS,
});

/**
 * Counts a mail to a normalised address, of an account where one writes to another, in the transaction that posts it.
 * Gives 0 when it may go out, otherwise the milliseconds until one may; then nothing is counted.
 */
export async function countMail(tx: Tx, to: string, senderId: string | null = null): Promise<number> {
  const allowances = [toRecipient(to), ...(senderId === null ? [] : [ofSender(senderId)])];
  return (await takeUses(tx, allowances)).waitMs;
}
