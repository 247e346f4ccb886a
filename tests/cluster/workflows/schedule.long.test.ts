import test from "ava";
import { DyingSchedules } from "../../helpers/dying-schedules.js";

// A schedule runs for 200 ticks over three processes that are killed, and each tick runs once. The story is cut into parts, so that
// each ends before AVA gives up a test of which it hears nothing.
const PARTS = 5;
const TICKS_OF_PART = 40;
const DEATHS_OF_PART = 4;

let schedules: DyingSchedules;
test.before(async () => {
  schedules = await DyingSchedules.open(1);
});
test.after.always(() => schedules?.close());

for (let part = 1; part <= PARTS; part += 1)
  test.serial(
    `processes die while schedules tick, up to tick ${part * TICKS_OF_PART} (rules/workflows 27)`,
    async (t) => {
      const [ticks, deaths] = [part * TICKS_OF_PART, part * DEATHS_OF_PART];
      await schedules.reach(ticks, deaths);
      t.true(schedules.deaths >= deaths);
    },
  );

test.serial(
  "each of 200 ticks of a schedule over three processes started one run (rules/workflows 27)",
  (t) => schedules.assertEachOnce(t, PARTS * TICKS_OF_PART - 10),
);
