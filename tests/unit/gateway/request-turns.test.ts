import test from "ava";
import { onBehalfOf } from "../../../runtime/concurrency/current-call.js";
import { loopTurns } from "../../../runtime/process/loop-turns.js";
import { RequestTurns } from "../../../services/gateway/call-contract.js";

/** Does work that fills `count` turns of the event loop, as a hundred requests do that were begun before. */
function fillTurns(count: number, each: () => void): Promise<void> {
  return new Promise((resolve) => {
    const turn = (left: number): void => {
      each();
      while (!loopTurns.isDue);
      if (left === 0) resolve();
      else setImmediate(turn, left - 1);
    };
    setImmediate(turn, count);
  });
}

test.serial(
  "a request begins while what others have begun fills all turns of the event loop (rules/running 24)",
  async (t) => {
    const turns = new RequestTurns();
    let filled = 0;
    const { promise: started, resolve: begun } = Promise.withResolvers<void>();
    const over = fillTurns(100, () => {
      filled += 1;
      if (filled === 3) setTimeout(begun, 1);
    });
    await started;
    const begin = (caller: string) => onBehalfOf(caller, () => turns.take());
    const greedy = Array.from({ length: 50 }, () => begin("greedy"));
    await begin("modest");
    t.true(filled < 20, `${filled} turns`);
    await over;
    await Promise.all(greedy.map((each) => each ?? Promise.resolve()));
  },
);

test.serial("where nobody waits and the turn is young, a request begins at once", async (t) => {
  await new Promise((resolve) => setImmediate(resolve));
  t.is(new RequestTurns().take(), undefined);
});

test.serial(
  "an account is alone until another one begins a request, and a second after that (rules/edge 49)",
  (t) => {
    let now = 0;
    const turns = new RequestTurns(() => now);
    const ask = (caller: string) => void onBehalfOf(caller, () => turns.take());
    t.true(turns.isAlone("a"));
    ask("a");
    ask("a");
    t.true(turns.isAlone("a"));
    t.false(turns.isAlone("b"));
    ask("b");
    ask("a");
    now = 1000;
    ask("a");
    t.false(turns.isAlone("a"));
    now = 1001;
    t.true(turns.isAlone("a"));
  },
);
