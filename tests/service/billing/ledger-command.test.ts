import test from "ava";
import { Balance } from "../../../entities/balance.js";
import { makeBalance } from "../../helpers/make-balance.js";
import { openTestStore } from "../../helpers/open-test-store.js";
import { runKiln } from "../../helpers/run-kiln.js";

const db = await openTestStore();
test.after.always(() => db.close());

/** Runs the command on the data of this test. */
const kiln = (args: readonly string[]) => runKiln(args, db.env);

test.serial(
  "kiln ledger verify works beside an open database, waits for nobody's transaction and exits 0 on sound books (rules/billing 12)",
  async (t) => {
    const ids = [await makeBalance(db, 500), await makeBalance(db)];
    await db.transact(async (tx) => {
      await tx.update(Balance, { id: ids[1] ?? "" }, { pastDue: true });
      const { code, out, err } = await kiln(["ledger", "verify"]);
      t.is(code, 0, err);
      for (const id of ids) t.true(out.includes(id));
      t.true(out.endsWith("2 accounts verified, 0 mismatches\n"), out);
    });
  },
);

test.serial(
  "kiln ledger verify exits 1 on a mismatch and names it, as JSON too (rules/billing 12)",
  async (t) => {
    const id = await makeBalance(db, 5);
    await db.transact((tx) => tx.update(Balance, { id }, { purchasedCredits: 6 }));
    const table = await kiln(["ledger", "verify"]);
    t.is(table.code, 1);
    t.regex(
      table.out,
      /the ledger sums up to 5, the balance is worth 6\n3 accounts verified, 1 mismatches\n$/,
    );
    const json = await kiln(["ledger", "verify", "--json"]);
    t.is(json.code, 1);
    t.like(JSON.parse(json.out), { verified: 3, mismatches: [{ accountId: id }] });
  },
);
