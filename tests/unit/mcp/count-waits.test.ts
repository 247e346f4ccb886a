import { randomUUID } from "node:crypto";
import test from "ava";
import { beginWait } from "../../../services/mcp/count-waits.js";

test("100 calls of an account wait, one more does not, and one that ends makes room (rules/mcp 8)", (t) => {
  const accountId = randomUUID();
  const ends = Array.from({ length: 100 }, () => beginWait(accountId));
  t.true(ends.every((end) => end !== null));
  t.is(beginWait(accountId), null);
  t.not(beginWait(randomUUID()), null, "another account's calls wait");
  ends[0]?.();
  const again = beginWait(accountId);
  t.not(again, null);
  t.is(beginWait(accountId), null);
  for (const end of [...ends.slice(1), again]) end?.();
  t.not(beginWait(accountId), null);
});
