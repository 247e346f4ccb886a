import test from "ava";
import { IdempotencyKey } from "../../../entities/idempotency-key.js";
import { IdempotencyRecorder, sweepIdempotencyKeys } from "../../../runtime/actions/idempotency.js";
import { reader, transaction, type Tx } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

test("keys are kept for 24 hours and removed afterwards (rules/edge 30)", async (t) => {
  const database = await openTestDatabase();
  t.teardown(() => database.close());
  const transact = <R>(work: (tx: Tx) => Promise<R>): Promise<R> => transaction(database, work);
  const read = reader(database);
  const fresh = new IdempotencyRecorder("ann", "POST /v1/generations", "fresh", {});
  await transact((tx) => fresh.record(tx, "job"));
  const old = Array.from({ length: 1001 }, (_, index) => ({
    id: `old-${index}`,
    accountId: "ann",
    bodyHash: "x",
    resourceId: "y",
    createdAt: Date.now() - 24 * 3600 * 1000 - 1000,
  }));
  await transact((tx) => tx.insert(IdempotencyKey, old));
  await sweepIdempotencyKeys({ read, transact }, new AbortController().signal);
  t.is(await read.count(IdempotencyKey, {}), 1);
  t.is(await fresh.previous(read), "job");
});
