import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import { afterCount, countingDay, DAY_MS, dayOf, passes, usedOn } from "../../../services/billing/budget.js";
import { overLimit } from "../../../services/billing/refuse-budget.js";

const budget = { dailyCredits: 10, totalCredits: 25, day: 5, usedOfDay: 8, usedInAll: 20 };

test("a limit is met exactly and never passed; a new UTC day counts anew, what is used in all does not (rules/billing 39)", (t) => {
  t.is(passes(budget, 2, 5), null);
  t.deepEqual(passes(budget, 3, 5), { limit: "daily", of: 10, used: 8 });
  t.is(passes(budget, 5, 6), null);
  t.deepEqual(passes(budget, 6, 6), { limit: "total", of: 25, used: 20 });
  t.deepEqual(afterCount(budget, 5, 6), { day: 6, usedOfDay: 5, usedInAll: 25 });
  t.is(usedOn(budget, 6), 0);
  t.is(dayOf(Date.parse("1970-01-06T23:59:59.999Z")), 5);
});

test("a hold counts today, or tomorrow where another process counts there already; a day that a wrong clock wrote is not taken over (rules/billing 39)", (t) => {
  const now = 5 * DAY_MS + 1000;
  t.is(countingDay(now, [3, 5]), 5);
  t.is(countingDay(now, [6, 5]), 6);
  t.is(countingDay(now, [370, 6]), 6);
  t.is(countingDay(now, [370]), 5);
});

test("what costs nothing fits any limit, also 0 (rules/billing 39)", (t) => {
  const none = { ...budget, dailyCredits: 0, totalCredits: 0 };
  t.is(passes(none, 0, 5), null);
  t.like(passes(none, 1, 9), { limit: "total" });
});

test("a refusal names the limit, what is used, when it renews and who can raise it (rules/billing 39)", (t) => {
  const daily = overLimit("key", { limit: "daily", of: 10, used: 8 }, { credits: 3, day: 5 });
  t.true(daily instanceof ServiceError);
  t.is(daily.code, "forbidden");
  t.is(
    daily.message,
    "This costs 3 credits. This API key may spend 10 credits a day and 8 of today's are used or held; it renews at 1970-01-07T00:00:00.000Z. The account that made the key can raise it. Nothing was charged.",
  );
  t.is(daily.details.estimatedCredits, 3);
  const total = overLimit("project", { limit: "total", of: 25, used: 20 }, { credits: 6, day: 5 });
  t.regex(total.message, /This project may spend 25 credits in all .* does not renew\. The project's owner/);
  t.is(total.details.retryAfterSeconds, undefined);
});
