import { ServiceError } from "../../contracts/errors.js";
import { takeUses } from "../../runtime/actions/limited-uses.js";
import type { Tx } from "../../runtime/database/transaction.js";

/**
 * The payment links that an account may make in any hour (rules/billing 43): each is a row that stays and a
 * request to the payment gateway.
 */
const MAX_LINKS = 100;
const HOUR_MS = 3600_000;

/**
 * Counts a payment link in the transaction that stores it. Throws `rate_limited` for an account that has made
 * 100 within the hour.
 */
export async function countCheckout(tx: Tx, accountId: string): Promise<void> {
  const name = `checkout of\n${accountId}`;
  const { waitMs } = await takeUses(tx, [{ name, limit: MAX_LINKS, windowMs: HOUR_MS }]);
  if (waitMs > 0)
    throw new ServiceError("rate_limited", `An account makes at most ${MAX_LINKS} payment links an hour.`, {
      details: { retryAfterSeconds: Math.ceil(waitMs / 1000) },
    });
}
