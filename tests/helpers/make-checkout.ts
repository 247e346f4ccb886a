import { randomUUID } from "node:crypto";
import { Checkout } from "../../entities/checkout.js";
import type { TestStore } from "./open-test-store.js";

/** Makes an open payment link, of $10 unless told otherwise. Returns its id. */
export async function makeCheckout(
  store: TestStore,
  accountId: string,
  parts: Partial<Checkout> = {},
): Promise<string> {
  const id = randomUUID();
  const createdAt = Date.now();
  const link: Checkout = {
    id,
    accountId,
    kind: "topup",
    dollars: 10,
    tier: null,
    interval: null,
    status: "open",
    gateway: "manual",
    url: null,
    reference: null,
    expiresAt: createdAt + 3_600_000,
    createdAt,
    paidAt: null,
    ...parts,
  };
  await store.transact((tx) => tx.insert(Checkout, link));
  return id;
}
