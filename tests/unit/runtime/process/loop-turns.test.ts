import test from "ava";
import { onBehalfOf } from "../../../../runtime/concurrency/current-call.js";
import { ConnectionLock } from "../../../../runtime/database/sqlite/shared-connection.js";
import { LoopTurns } from "../../../../runtime/process/loop-turns.js";
import { turnsDuring } from "../../../helpers/turns-during.js";

/** Number of steps that would fill hundreds of turns without a pause. */
const MANY = 2000;

/** Opens turns with a clock that only work moves. Work has steps of 1 ms with a pause behind each. */
function opened() {
  let at = 0;
  const turns = new LoopTurns(() => at);
  const steps = new Map<string, number>();
  const work = async (name: string, count: number): Promise<void> => {
    for (let step = 1; step <= count; step += 1) {
      at += 1;
      steps.set(name, step);
      await turns.pause();
    }
  };
  return {
    turns,
    work,
    spend: (ms: number) => void (at += ms),
    stepsOf: (name: string) => steps.get(name) ?? 0,
  };
}

test("work that never waits lets the loop turn each 10 ms, and no more often", async (t) => {
  const { work } = opened();
  const turned = await turnsDuring(() => work("alone", MANY));
  t.true(turned >= MANY / 15 && turned <= MANY / 5, `${turned} turns in ${MANY} ms`);
});

test("who waits for a turn goes on beside work that fills each turn to its end (rules/running 24; ADR-0101)", async (t) => {
  const { work, stepsOf } = opened();
  const greedy = ["one", "two"].map((name) => work(name, MANY));
  await work("modest", 30);
  t.true(stepsOf("one") + stepsOf("two") < 200, `${stepsOf("one")} and ${stepsOf("two")} steps`);
  await Promise.all(greedy);
});

test("in each turn one goes on, also where others have filled it before (rules/running 24; ADR-0101)", async (t) => {
  const { turns, work, spend } = opened();
  let filled = 0;
  const fill = (): void => {
    filled += 1;
    if (!turns.isDue) spend(20);
    if (filled < 500) setImmediate(fill);
  };
  // The filling runs in each turn after its begin, and before the callers who wait for it.
  t.false(turns.isDue);
  setImmediate(fill);
  await work("modest", 30);
  t.true(filled < 100, `${filled} turns for 30 steps`);
});

test("callers take turns: nobody waits behind all that another has going on (rules/running 24; ADR-0101)", async (t) => {
  const { work, stepsOf } = opened();
  const names = Array.from({ length: 20 }, (_, at) => `greedy ${at}`);
  const greedy = onBehalfOf("greedy", () => names.map((name) => work(name, 200)));
  await onBehalfOf("modest", () => work("modest", 100));
  const done = names.reduce((sum, name) => sum + stepsOf(name), 0);
  t.true(done <= 250, `${done} steps of the greedy beside 100`);
  await Promise.all(greedy);
});

test("the embedded connection passes from owner to owner beside such work of any number of callers (rules/running 24; ADR-0101)", async (t) => {
  const { turns, work, spend, stepsOf } = opened();
  const lock = new ConnectionLock(turns);
  const names = Array.from({ length: 5 }, (_, at) => `greedy ${at}`);
  const greedy = names.map((name) => onBehalfOf(name, () => work(name, 400)));
  for (let owner = 0; owner < 10; owner += 1) {
    const owning = {};
    await onBehalfOf("modest", () => lock.acquire(owning));
    // The work of the owner takes as long as a turn may.
    spend(10);
    lock.release(owning);
  }
  const done = names.reduce((sum, name) => sum + stepsOf(name), 0);
  t.true(done <= 300, `${done} steps of the greedy beside 100`);
  await Promise.all(greedy);
});
