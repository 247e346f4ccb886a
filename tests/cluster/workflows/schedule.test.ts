import test from "ava";
import { DyingSchedules } from "../../helpers/dying-schedules.js";

const TICKS = 5;
/** Least number of deaths that prove something. The test goes on until there were so many. */
const DEATHS = 3;

test("three processes that die again and again: each tick of a schedule fires once (rules/workflows 27)", async (t) => {
  const schedules = await DyingSchedules.open(0);
  t.teardown(() => schedules.close());
  await schedules.reach(TICKS, DEATHS);
  await schedules.assertEachOnce(t, TICKS / 2);
});
