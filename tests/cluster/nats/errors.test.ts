import { randomBytes } from "node:crypto";
import test from "ava";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { z } from "zod";
import { contract } from "../../../contracts/contract.js";
import { ServiceError } from "../../../contracts/errors.js";
import { brokerOptions } from "../../../moleculer.config.js";
import { Membership } from "../../../runtime/cluster/membership.js";
import { makeCall } from "../../../runtime/actions/call.js";
import { loadConfig } from "../../../runtime/config/load-config.js";
import { Gauges } from "../../../runtime/process/gauges.js";
import { systemMeta } from "../../../runtime/actions/context.js";
import { currentDeadline } from "../../../runtime/concurrency/current-call.js";
import { SharedClock } from "../../../runtime/process/clock.js";
import { waitUntil } from "../../helpers/wait-until.js";

/** Two brokers of Kiln use the NATS server of the run: one calls and one answers. */
const membership = new Membership(Buffer.alloc(32, 7), "a database");
const config = loadConfig({
  NODE_ENV: "test",
  NATS_URL: process.env.KILN_TEST_NATS_URL,
  DATABASE_URL: "mysql://nobody@127.0.0.1/nothing",
  SECRET_KEY: "x".repeat(32),
  STORAGE_URL: "disk:/nowhere",
  NAMESPACE: `test-${randomBytes(6).toString("hex")}`,
});
const makeBroker = (clock: SharedClock) =>
  new ServiceBroker(brokerOptions(config, pino({ level: "silent" }), clock, membership, new Gauges()));
const clockOf = (offset: number) => {
  const clock = new SharedClock();
  clock.take({ offset, error: 1, at: 0 });
  return clock;
};
const thereClock = clockOf(0);
const here = makeBroker(clockOf(0));
const there = makeBroker(thereClock);
let done = 0;

interface Context {
  params: { text?: string };
  meta: Record<string, unknown>;
}
const thrown = new ServiceError("insufficient_credits", "You have 3 credits.", {
  details: { retryAfterSeconds: 7, estimatedCredits: 5, balance: 3 },
});
there.createService({
  name: "far",
  actions: {
    refuse: () => Promise.reject(thrown),
    crash: () => Promise.reject(new TypeError("inside")),
    overwrite(context: Context) {
      context.meta.auth = { accountId: "somebody else" };
      return {};
    },
    never: () => new Promise(() => {}),
    done: () => Promise.resolve((done += 1)),
    remaining: () => Promise.resolve({ ms: currentDeadline()?.remainingMs }),
    large: () => ({ text: "x".repeat(50 * 1024 * 1024) }),
    length: ({ params }: Context) => ({ length: params.text?.length }),
  },
} as never);

test.before(async () => {
  await Promise.all([here.start(), there.start()]);
  await here.waitForServices("far", 20_000);
});
test.after.always(() => Promise.all([here.stop(), there.stop()]));

const call = makeCall(here);
const far = (verb: string) =>
  contract({
    name: `far.${verb}`,
    description: verb,
    params: z.object({ text: z.string().optional() }),
    result: z.unknown(),
    audience: "internal",
  });

test("a ServiceError keeps class, code, status, message and details across nodes (rules/edge 3)", async (t) => {
  const error = await t.throwsAsync(call(far("refuse"), {}, systemMeta("r1")), { instanceOf: ServiceError });
  t.is(error?.code, "insufficient_credits");
  t.is(error?.status, 402);
  t.is(error?.message, "You have 3 credits.");
  t.deepEqual(error?.details, { retryAfterSeconds: 7, estimatedCredits: 5, balance: 3 });
});

test("an error that nobody foresaw crosses as itself, and is no ServiceError (rules/edge 35)", async (t) => {
  const error = await t.throwsAsync(call(far("crash"), {}, systemMeta("r2")));
  t.false(error instanceof ServiceError);
  t.is(error?.message, "inside");
});

test("a callee cannot change who the caller is", async (t) => {
  const meta = systemMeta("r3");
  await call(far("overwrite"), {}, meta);
  t.deepEqual(meta, systemMeta("r3"));
});

test("a service that is nowhere is unavailable, with Retry-After (rules/edge 7 and 34)", async (t) => {
  const nowhere = contract({
    name: "nowhere.get",
    description: "",
    params: z.object({}),
    result: z.unknown(),
    audience: "internal",
  });
  const error = await t.throwsAsync(call(nowhere, {}, systemMeta("r4")), { instanceOf: ServiceError });
  t.is(error?.code, "unavailable");
  t.is(error?.details.retryAfterSeconds, 2);
});

test("requests and answers over max_payload are payload_too_large, and nothing of them is kept (rules/running 11)", async (t) => {
  const pending = here.transit?.pendingRequests;
  const text = "x".repeat(50 * 1024 * 1024);
  const request = await t.throwsAsync(call(far("length"), { text }, systemMeta("r5")), {
    instanceOf: ServiceError,
  });
  t.is(request?.code, "payload_too_large");
  t.is(request?.status, 413);
  const answer = await t.throwsAsync(call(far("large"), {}, systemMeta("r6")), { instanceOf: ServiceError });
  t.is(answer?.code, "payload_too_large");
  t.false([...(pending?.values() ?? [])].some(({ ctx }) => ctx.requestID === "r5" || ctx.requestID === "r6"));
  const big = "x".repeat(40 * 1024 * 1024);
  t.deepEqual(await call(far("length"), { text: big }, systemMeta("r7")), { length: big.length });
});

/** Returns the calls for which the broker waits when it stops. */
// oxlint-disable-next-line no-underscore-dangle -- the broker has no other name for it
const tracked = () => (here as unknown as { _trackedContexts: unknown[] })._trackedContexts;

test("a call that timed out is unavailable with an unknown outcome, and nothing of it is kept (rules/edge 33)", async (t) => {
  const error = await t.throwsAsync(call(far("never"), { text: "x".repeat(600_000) }, systemMeta("r8")), {
    instanceOf: ServiceError,
  });
  t.is(error?.code, "unavailable");
  t.regex(error?.message ?? "", /outcome is unknown/);
  await waitUntil(() => here.transit?.pendingRequests.size === 0 && tracked().length === 0);
});

test.serial(
  "a call is refused by a node that it reaches after its deadline, and is not done (rules/running 16)",
  async (t) => {
    await call(far("done"), {}, systemMeta("r9"));
    t.is(done, 1);
    t.teardown(() => thereClock.take({ offset: 0, error: 1, at: 0 }));
    // The clock is changed as after a freeze or a delay on the way: by the clock that both share, the caller has given up.
    thereClock.take({ offset: 15_000, error: 1, at: 0 });
    const error = await t.throwsAsync(call(far("done"), {}, systemMeta("r10")), { instanceOf: ServiceError });
    t.is(error?.code, "unavailable");
    t.regex(error?.message ?? "", /nothing was done/);
    t.is(done, 1);
    thereClock.take({ offset: 10_000, error: 1, at: 0 });
    const { ms } = (await call(far("remaining"), {}, systemMeta("r11"))) as { ms: number };
    t.true(ms > 0 && ms <= 4500, `${ms} ms are left of 15 s after 10 s on the way`);
  },
);
