import test from "ava";
import { inSlices } from "../../../services/delivery/serving/in-slices.js";

function* busy(steps: number): Generator<void, string> {
  for (let step = 0; step < steps; step++) {
    const end = performance.now() + 2;
    while (performance.now() < end);
    yield;
  }
  return "done";
}

test("steps run to their end, and others run in between (architecture: no CPU work over 20 ms)", async (t) => {
  let turns = 0;
  const turn = (): void => {
    turns++;
    immediate = setImmediate(turn);
  };
  let immediate = setImmediate(turn);
  t.is(await inSlices(busy(30)), "done");
  clearImmediate(immediate);
  t.true(turns >= 5, `${turns} turns`);
});

test("what a step throws, who waits gets", async (t) => {
  const failing = function* (): Generator<void, string> {
    yield;
    throw new Error("no");
  };
  await t.throwsAsync(inSlices(failing()), { message: "no" });
});
