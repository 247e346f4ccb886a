import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import { untilStored } from "../../../engines/durable-queue/in-hand.js";
import { Conflicts, MOST_IN_A_ROW } from "../../../engines/durable-queue/conflicts.js";
import { NoConnection } from "../../../runtime/database/server/server-connections.js";
import { isConflict } from "../../../runtime/database/conflict.js";
import { conflict } from "../../helpers/stand-in-the-way.js";

const own = { id: "a", queue: "work" };

test("a task that meets nothing but conflicts has an end: after many in a row each counts as a failure (rules/running 37)", (t) => {
  const conflicts = new Conflicts();
  const pauses = Array.from({ length: MOST_IN_A_ROW }, () => conflicts.note(own) ?? Infinity);
  t.true((pauses[0] ?? 0) >= 500 && (pauses[0] ?? 0) <= 625);
  t.true(pauses.every((pause) => pause <= 37_500));
  t.deepEqual([conflicts.note(own), conflicts.note(own)], [null, null]);
  t.not(conflicts.note({ ...own, id: "b" }), null);
  conflicts.forget(own);
  t.not(conflicts.note(own), null);
});

/** Makes the error of a server that refuses connections. */
const refused = () => new NoConnection(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }));

/** Runs work that meets only conflicts, or another error. Returns its last error and the number of tries. */
async function givenUp({
  inHandMs,
  forMs,
  called = false,
  calledAfterMs,
  thrown = conflict,
}: {
  inHandMs: number;
  forMs: number;
  called?: boolean;
  calledAfterMs?: number;
  thrown?: () => Error;
}) {
  const off = new AbortController();
  if (called) off.abort();
  if (calledAfterMs !== undefined) setTimeout(() => off.abort(), calledAfterMs);
  let tries = 0;
  const work = async (): Promise<never> => {
    tries += 1;
    throw thrown();
  };
  const { signal } = off;
  const met = () => {};
  const outage = { wasMet: false };
  const done = untilStored(work, { signal, forMs, inHandMs, outage, met, regain: async () => false });
  const error: unknown = await done.catch((thrown: unknown) => thrown);
  const { message, cause } = error as Error;
  return { tries, isConflict: isConflict(error), message, cause };
}

test("an answer that conflicts outlast is lost, which counts as an attempt (rules/running 37)", async (t) => {
  const end = await givenUp({ inHandMs: 800, forMs: Infinity });
  t.deepEqual([end.tries, end.isConflict], [2, false]);
  t.true(isConflict(end.cause));
});

test("a shorter time, or work that is called off, ends with the conflict (rules/running 37)", async (t) => {
  const short = await givenUp({ inHandMs: 60_000, forMs: 100 });
  t.true(short.isConflict);
  // The work is tried at once, and again when its time has passed.
  t.true(short.tries >= 2);
  t.like(await givenUp({ inHandMs: 0, forMs: 0 }), { tries: 1, isConflict: true });
  t.like(await givenUp({ inHandMs: 0, forMs: Infinity, called: true }), { tries: 1, isConflict: true });
});

test("an answer that an outage outlasts is lost, and the error says why (rules/running 39)", async (t) => {
  const end = await givenUp({ inHandMs: 800, forMs: Infinity, thrown: refused });
  t.deepEqual([end.tries, end.isConflict], [2, false]);
  t.regex(end.message, /The database has been away for too long/);
});

test("a write around one that was given up is not repeated, so that nothing is asked for again (rules/running 39)", async (t) => {
  const { signal } = new AbortController();
  const options = { signal, forMs: Infinity, met: () => {}, regain: async () => false };
  let asked = 0;
  const outer = untilStored(
    () => {
      asked += 1;
      const store = () => Promise.reject(refused());
      return untilStored(store, { ...options, inHandMs: 0, outage: { wasMet: false } });
    },
    { ...options, inHandMs: 60_000, outage: { wasMet: false } },
  );
  await t.throwsAsync(outer, { message: /The database has been away for too long/ });
  t.is(asked, 1);
});

test("a part of the service that is unavailable is not told as the database (rules/running 39)", async (t) => {
  const thrown = () => new ServiceError("unavailable", "The store does not answer.");
  const end = await givenUp({ inHandMs: 0, forMs: Infinity, thrown });
  t.regex(end.message, /A part of the service has been unavailable for too long/);
});

test("work that is called off in a pause is tried once more (rules/running 39)", async (t) => {
  for (const thrown of [conflict, refused])
    t.like(await givenUp({ inHandMs: 60_000, forMs: Infinity, calledAfterMs: 50, thrown }), { tries: 2 });
});

test("an error that does not pass is thrown at once (rules/running 39)", async (t) => {
  const broken = () => new Error("it broke");
  t.like(await givenUp({ inHandMs: 60_000, forMs: Infinity, thrown: broken }), {
    tries: 1,
    message: "it broke",
  });
});
