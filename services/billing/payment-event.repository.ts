import { PaymentEvent } from "../../entities/payment-event.js";
import type { Tx } from "../../runtime/database/transaction.js";

/** Returns whether an event of a gateway was counted before. The balance that it concerns is locked. */
export const isEventCounted = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.findOne(PaymentEvent, { id })) !== null;

export const insertEvent = (tx: Tx, event: PaymentEvent): Promise<void> =>
  tx.insert(PaymentEvent, event as never);
