import test from "ava";
import { takeUses, waitForUse } from "../../../runtime/actions/limited-uses.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

test("a use that a process with a wrong clock has taken for a year limits nobody (rules/identity 4)", async (t) => {
  const database = await openTestDatabase();
  t.teardown(() => database.close());
  const limit = { name: "sign-ups of a client", limit: 1, windowMs: 60_000 };
  const take = () => transaction(database, (tx) => takeUses(tx, [limit]));
  t.is((await take()).waitMs, 0);
  t.true((await take()).waitMs > 0);
  const year = 365 * 24 * 3600_000;
  await transaction(database, (tx) => tx.run("UPDATE limited_uses SET expiresAt = ?", [Date.now() + year]));
  t.is(await waitForUse(reader(database), limit), 0);
  t.is((await take()).waitMs, 0);
  t.true((await take()).waitMs > 0);
});
