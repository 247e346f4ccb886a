import test from "ava";
import { InputRoom } from "../../../services/generation/input-room.js";

const { signal } = new AbortController();
const waits = { signal, mayWait: true };
const LIMITS = {
  small: 10,
  forSmall: { all: 40, ofAccount: 20 },
  forLarge: { all: 300, ofAccount: 100 },
};

/** Tells whether a promise has settled after all that was ready has run. */
async function isSettled(work: Promise<unknown>): Promise<boolean> {
  let settled = false;
  work.then(
    () => (settled = true),
    () => (settled = true),
  );
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

test("all jobs together have bounded memory, and an account has a share of it (rules/models 43)", async (t) => {
  const room = new InputRoom(LIMITS);
  const [first] = [await room.take("ann", 60, waits), await room.take("ann", 40, waits)];
  const more = room.take("ann", 50, waits);
  t.false(await isSettled(more));
  // Ann's share is taken; the memory of others is not.
  const bob = await room.take("bob", 100, waits);
  await room.take("cleo", 100, waits);
  const dan = room.take("dan", 20, waits);
  t.false(await isSettled(dan));
  bob();
  t.true(await isSettled(dan));
  t.false(await isSettled(more));
  first();
  first();
  t.true(await isSettled(more));
});

test("large files of all accounts delay no small one (rules/models 43)", async (t) => {
  const room = new InputRoom(LIMITS);
  for (const account of ["a", "b", "c"]) await room.take(account, 100, waits);
  for (const account of ["a", "e", "f", "g"]) await room.take(account, 10, waits);
  t.false(await isSettled(room.take("h", 10, waits)));
});

test("who waits for the memory of all is not passed by smaller ones (rules/models 43)", async (t) => {
  const room = new InputRoom(LIMITS);
  const give = [
    await room.take("a", 100, waits),
    await room.take("b", 100, waits),
    await room.take("c", 50, waits),
  ];
  const large = room.take("d", 90, waits);
  const later = room.take("e", 80, waits);
  give[2]?.();
  t.true(await isSettled(large));
  t.false(await isSettled(later));
  give[0]?.();
  t.true(await isSettled(later));
});

test("a call that has memory does not wait for more, since two could wait for each other (rules/models 43)", async (t) => {
  const room = new InputRoom(LIMITS);
  await room.take("ann", 100, waits);
  const more = room.take("ann", 50, { signal, mayWait: false });
  t.true(await isSettled(more));
  await t.throwsAsync(more, { message: /Too many large files/ });
});

test("the wait ends with the call, and after its time (rules/models 43)", async (t) => {
  const room = new InputRoom({ ...LIMITS, waitMs: 20 });
  const give = await room.take("ann", 100, waits);
  const late = await t.throwsAsync(() => room.take("ann", 50, waits));
  t.like(late, { failure: "rate_limited", retryable: true });
  const call = new AbortController();
  const left = room.take("ann", 50, { signal: call.signal, mayWait: true });
  call.abort(new Error("canceled"));
  await t.throwsAsync(left, { message: "canceled" });
  give();
  await room.take("ann", 100, waits);
  t.pass();
});
