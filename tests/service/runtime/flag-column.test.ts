import test from "ava";
import { Balance } from "../../../entities/balance.js";
import { openBalance } from "../../../services/billing/index.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

test("true and false survive insert, update and search on every database", async (t) => {
  await db.transact((tx) => openBalance(tx, { accountId: "flags", welcomeCredits: 0 }));
  await db.transact((tx) => tx.update(Balance, { id: "flags" }, { hasPurchased: true }));
  t.like(await db.read.findOne(Balance, { id: "flags" }), { hasPurchased: true, pastDue: false });
  t.is(await db.read.count(Balance, { hasPurchased: true }), 1);
  t.is(await db.read.count(Balance, { hasPurchased: false }), 0);
  await db.transact((tx) => tx.update(Balance, { id: "flags" }, { hasPurchased: false }));
  t.like(await db.read.findOne(Balance, { id: "flags" }), { hasPurchased: false });
});
