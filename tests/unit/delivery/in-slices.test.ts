import test from "ava";
import { inSlices } from "../../../services/delivery/serving/in-slices.js";
import { turnsDuring } from "../../helpers/turns-during.js";

function* busy(steps: number): Generator<void, string> {
  for (let step = 0; step < steps; step++) {
    const end = performance.now() + 2;
    while (performance.now() < end);
    yield;
  }
  return "done";
}

test("steps run to their end, and others run in between (rules/running 29)", async (t) => {
  const turns = await turnsDuring(async () => t.is(await inSlices(busy(30)), "done"));
  t.true(turns >= 5, `${turns} turns`);
});

test("of many that run at once only one has a slice of a turn (rules/running 29)", async (t) => {
  const turns = await turnsDuring(() => Promise.all(Array.from({ length: 10 }, () => inSlices(busy(15)))));
  // The work takes 300 ms.
  t.true(turns >= 30, `${turns} turns`);
});

test("who has little to do ends before who began earlier with much", async (t) => {
  const ended: string[] = [];
  const run = async (name: string, steps: number) => {
    await inSlices(busy(steps));
    ended.push(name);
  };
  await Promise.all([run("much", 60), run("little", 5), run("less", 1)]);
  t.deepEqual(ended, ["less", "little", "much"]);
});

test("what a step throws, who waits gets", async (t) => {
  const failing = function* (): Generator<void, string> {
    yield;
    throw new Error("no");
  };
  await t.throwsAsync(inSlices(failing()), { message: "no" });
});
