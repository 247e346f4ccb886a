import test from "ava";
import fc from "fast-check";
import {
  ADDRESS,
  afterFailure,
  assess,
  CLIENT,
  PAIR,
  PAIR_UNDER_ATTACK,
  SITE,
  type ThrottleRule,
  waitMs,
} from "../../../services/identity/throttle-rules.js";

const NOW = 1_800_000_000_000;
const runs = { numRuns: Number(process.env.KILN_RUNS ?? 100) };
const none = { pair: 0, client: 0, site: 0, address: 0, isKnownClient: false };

const failTimes = (rule: ThrottleRule, times: number, clearAt = 0): number =>
  Array.from({ length: times }).reduce<number>((at) => afterFailure(at, NOW, rule), clearAt);

test("a bucket takes its number of failures in a row and then one for each interval (rules/identity 7)", (t) => {
  for (const rule of [PAIR, PAIR_UNDER_ATTACK, CLIENT, SITE, ADDRESS]) {
    t.is(waitMs(failTimes(rule, rule.failures - 1), NOW, rule), 0);
    const full = failTimes(rule, rule.failures);
    t.is(waitMs(full, NOW, rule), rule.perFailureMs);
    t.is(waitMs(full, NOW + rule.perFailureMs - 1, rule), 1);
    t.is(waitMs(full, NOW + rule.perFailureMs, rule), 0);
  }
});

test("however many failures come, the wait stays one interval (rules/identity 7)", (t) => {
  fc.assert(
    fc.property(
      fc.constantFrom(PAIR, PAIR_UNDER_ATTACK, CLIENT, SITE, ADDRESS),
      fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 300 }),
      (rule, pauses) => {
        let now = NOW;
        let clearAt = 0;
        for (const pause of pauses) {
          now += pause;
          clearAt = afterFailure(clearAt, now, rule);
          t.true(waitMs(clearAt, now, rule) <= rule.perFailureMs);
        }
      },
    ),
    runs,
  );
  t.pass();
});

test("failures of other clients never refuse a client without failures of its own (rules/identity 7)", (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), fc.boolean(), (failures, isKnownClient) => {
      const address = failTimes(ADDRESS, Math.min(failures, 60));
      t.is(assess({ ...none, address, isKnownClient }, NOW).waitMs, 0);
    }),
    runs,
  );
});

test("an address under attack leaves strange clients three attempts and known ones ten (rules/identity 7)", (t) => {
  const address = failTimes(ADDRESS, ADDRESS.failures);
  t.is(assess({ ...none, address }, NOW).pairRule, PAIR_UNDER_ATTACK);
  const three = failTimes(PAIR_UNDER_ATTACK, 3);
  t.is(assess({ ...none, address, pair: three }, NOW).waitMs, PAIR_UNDER_ATTACK.perFailureMs);
  const nine = failTimes(PAIR, 9);
  t.is(assess({ ...none, address, pair: nine, isKnownClient: true }, NOW).waitMs, 0);
});

test("a client full of failures waits, unless the address has signed in from it before (rules/identity 7)", (t) => {
  const client = failTimes(CLIENT, CLIENT.failures);
  t.is(assess({ ...none, client }, NOW).waitMs, CLIENT.perFailureMs);
  t.is(assess({ ...none, client, isKnownClient: true }, NOW).waitMs, 0);
});

test("a site full of failures leaves its strangers three attempts for an address, and takes ten full clients to fill (rules/identity 52)", (t) => {
  const site = failTimes(SITE, SITE.failures);
  t.is(SITE.failures, 10 * CLIENT.failures);
  t.deepEqual(assess({ ...none, site }, NOW), { waitMs: 0, pairRule: PAIR_UNDER_ATTACK });
  const pair = failTimes(PAIR_UNDER_ATTACK, PAIR_UNDER_ATTACK.failures);
  t.is(assess({ ...none, site, pair }, NOW).waitMs, PAIR_UNDER_ATTACK.perFailureMs);
  t.is(assess({ ...none, site, isKnownClient: true }, NOW).pairRule, PAIR);
  t.is(assess({ ...none, site: failTimes(SITE, SITE.failures - 1) }, NOW).pairRule, PAIR);
});

test("a known client is throttled by its own failures with the address all the same (rules/identity 7)", (t) => {
  const pair = failTimes(PAIR, PAIR.failures);
  t.is(assess({ ...none, pair, isKnownClient: true }, NOW).waitMs, PAIR.perFailureMs);
});
