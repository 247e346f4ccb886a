import test from "ava";
import { onBehalfOf } from "../../../runtime/concurrency/current-call.js";
import { LookUpTurns } from "../../../runtime/http/guarded-fetch/look-up-turns.js";

const NEVER = new AbortController().signal;
const forever = () => new Promise<never>(() => {});
/** Lets what waits only for settled promises run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function fill(turns: LookUpTurns, owner: string, count: number, site?: string): { begun: number } {
  const seen = { begun: 0 };
  const work = () => {
    seen.begun += 1;
    return forever();
  };
  for (let index = 0; index < count; index += 1)
    void onBehalfOf(owner, () => turns.run(NEVER, work).catch(() => {}), site);
  return seen;
}

test("turns are left for an owner who has none, however many others have theirs (rules/edge 56)", async (t) => {
  const turns = new LookUpTurns(64);
  const others = Array.from({ length: 20 }, (_, index) => fill(turns, `other ${index}`, 64));
  await settled();
  t.is(others[0]?.begun, 8, "an owner alone has an eighth of what is free");
  t.true(others.every(({ begun }) => begun > 0));
  t.true(others.reduce((sum, { begun }) => sum + begun, 0) < 64);
  t.is(await onBehalfOf("stranger", () => turns.run(NEVER, async () => "mine")), "mine");
  t.is(await turns.run(NEVER, async () => "own"), "own");
});

test("a turn of the process is its own, also while a caller has all of theirs and waits (rules/edge 56)", async (t) => {
  const turns = new LookUpTurns(16);
  const one = fill(turns, "one", 40);
  await settled();
  t.is(one.begun, 2);
  // Were they counted against the caller who waits, the turns and the places in the queue would be used up.
  for (let index = 0; index < 300; index += 1) t.is(await turns.run(NEVER, async () => index), index);
  t.is(await onBehalfOf("other", () => turns.run(NEVER, async () => "mine")), "mine");
});

test("networks of anonymous callers are owners of their own (rules/edge 56)", async (t) => {
  const turns = new LookUpTurns(16);
  const one = fill(turns, "/authorize", 50, "192.0.2.1");
  await settled();
  t.is(one.begun, 2);
  const other = onBehalfOf("/authorize", () => turns.run(NEVER, async () => "mine"), "192.0.2.2");
  t.is(await other, "mine");
});

test("a look-up that is given up leaves the queue, and 256 of an owner wait at most (rules/edge 56)", async (t) => {
  const turns = new LookUpTurns(1);
  const first = Promise.withResolvers<string>();
  const given = new AbortController();
  await onBehalfOf("one", async () => {
    const holder = turns.run(NEVER, () => first.promise);
    const aborted = turns.run(given.signal, async () => t.fail());
    const next = turns.run(NEVER, async () => "next");
    given.abort(new Error("given up"));
    await t.throwsAsync(aborted, { message: "given up" });
    const waiting = Array.from({ length: 254 }, () => turns.run(NEVER, async () => "waited"));
    await t.throwsAsync(async () => turns.run(NEVER, async () => "over"), {
      message: /Too many names of yours/,
    });
    first.resolve("first");
    t.deepEqual([await holder, await next], ["first", "next"]);
    t.deepEqual(new Set(await Promise.all(waiting)), new Set(["waited"]));
  });
});
