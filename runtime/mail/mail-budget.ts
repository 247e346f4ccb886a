import { aside } from "../actions/audit/act.js";
import { type UseLimit, takeUses, waitForUse } from "../actions/limited-uses.js";
import { networkLimits } from "../actions/network-limits.js";
import type { Tx } from "../database/transaction.js";
import type { Host } from "../process/host.js";

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

/** Resets that a client asks for, whoever gets them (rules/identity 53). */
export const ASKED = { limit: 200, windowMs: HOUR_MS };

/**
 * Counts a reset that a client asks for, before it is known whether the address has an account: otherwise what is left of the budget
 * would tell which addresses have one. Gives 0 when it may be sent, otherwise the milliseconds until one may; then nothing is counted.
 */
export async function countAskedMail(
  { read, transact }: Pick<Host, "read" | "transact">,
  address: string,
): Promise<number> {
  const limits = networkLimits("mail from", address, ASKED);
  // A read refuses a flood. Only a caller that seems to have a reset left takes the lock.
  for (const limit of limits) {
    const waitMs = await waitForUse(read, limit);
    if (waitMs > 0) return waitMs;
  }
  return (await aside(() => transact((tx) => takeUses(tx, limits)))).waitMs;
}

/**
 * Counts a mail to a normalised address, of an account where one writes to another, in the transaction that posts it.
 * Gives 0 when it may go out, otherwise the milliseconds until one may; then nothing is counted.
 */
export async function countMail(tx: Tx, to: string, senderId: string | null = null): Promise<number> {
  const limits = [toRecipient(to), ...(senderId === null ? [] : [ofSender(senderId)])];
  return (await takeUses(tx, limits)).waitMs;
}
