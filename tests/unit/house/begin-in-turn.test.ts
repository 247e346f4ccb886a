import { existsSync, mkdirSync, mkdtempSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { myTurn } from "../../run/begin-in-turn.js";

/** Makes a clock that moves when somebody waits, and a machine that is as crowded as the list says, look by look. */
function machine(crowded: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), "kiln-turns-"));
  const state = { ms: 0, looks: 0 };
  const left: (() => void)[] = [];
  const options = {
    folder,
    crowding: () => crowded[Math.min(state.looks++, crowded.length - 1)] ?? 0,
    pause: (ms: number) =>
      new Promise<void>((resolve) => {
        state.ms += ms;
        // The pause behind the turn of a process ends when the test says so.
        if (ms === 1_500) left.push(resolve);
        else setImmediate(resolve);
      }),
    now: () => state.ms,
  };
  return { options, state, left, lock: join(folder, "lock") };
}

test("a process begins when the machine has room", async (t) => {
  const { options, state } = machine([9, 3, 2.1, 1.2]);
  await myTurn(options);
  t.is(state.looks, 4);
  t.is(state.ms, 1_500 + 1_500);
});

test("a machine that never has room delays a process for 30 seconds and no longer", async (t) => {
  const { options, state } = machine([9]);
  await myTurn(options);
  t.is(state.ms, 30_000 + 1_500);
});

test("the next process looks when what began before it shows", async (t) => {
  const { options, state, left, lock } = machine([1.5]);
  await myTurn(options);
  let hasBegun = false;
  const second = myTurn({ ...options, now: () => 0 }).then(() => (hasBegun = true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  t.false(hasBegun);
  t.is(state.looks, 1);
  t.true(existsSync(lock));
  left[0]?.();
  await second;
  t.true(hasBegun);
});

test("a process that was killed at the lock does not keep it", async (t) => {
  const { options, state, lock } = machine([1]);
  mkdirSync(lock);
  const longAgo = new Date(Date.now() - 1_000_000);
  utimesSync(lock, longAgo, longAgo);
  await myTurn(options);
  t.is(state.looks, 1);
  t.is(state.ms, 100);
});

test("on an idle machine nobody waits for what has begun", async (t) => {
  const { options, state, lock } = machine([1]);
  await myTurn(options);
  await myTurn(options);
  t.is(state.ms, 0);
  t.false(existsSync(lock));
});
