import test from "ava";
import { Registry } from "prom-client";
import { delaysOf, watchLoopDelay } from "../../../services/gateway/loop-delay.js";

test("a punctual event loop is one sample, and one that was held up is a sample for each caller who would have waited", (t) => {
  t.deepEqual(delaysOf(0), [0]);
  t.deepEqual(delaysOf(19), [0.019]);
  t.deepEqual(delaysOf(50), [0.05, 0.03, 0.01]);
  t.is(delaysOf(1000).length, 51);
  t.is(delaysOf(10 * 60_000).length, 1500, "a frozen process does not spend its first second on counting");
});

test("the histogram tells of a loop that was held up", async (t) => {
  const registry = new Registry();
  const stop = watchLoopDelay(registry);
  const sumOf = async () => {
    const [metric] = await registry.getMetricsAsJSON();
    return metric?.values.find((value) => "metricName" in value && String(value.metricName).endsWith("_sum"))
      ?.value;
  };
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  // A timer that was due in the meantime has run by then.
  while ((await sumOf()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  stop();
  t.true(Number(await sumOf()) > 0.1);
});
