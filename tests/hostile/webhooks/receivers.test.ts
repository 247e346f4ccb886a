import test, { type ExecutionContext } from "ava";
import { publishToHangingReceivers } from "../../helpers/hostile/backlogs.js";
import { publishToLateReceivers, watchEvents } from "../../helpers/hostile/receivers.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertInTime, assertUnhurt } from "../../helpers/witness/witness.js";

let hostile: HostileSite;
test.before(async () => {
  hostile = await HostileSite.open({ ALLOW_PRIVATE_NETWORK: "1" });
});
test.after.always(() => hostile?.close());

/** Asserts that the witness is unhurt, and that another account's events come in time. */
async function assertBeside(t: ExecutionContext, attack: () => Promise<void>): Promise<void> {
  const events = await watchEvents(t, hostile);
  let tooks: number[] = [];
  const met = await hostile.witness.during(async () => void (tooks = await events.during(attack)));
  assertUnhurt(t, met);
  assertInTime(t, met, "another account's events", tooks);
}

test.serial(
  "20 receivers that answer after 4 s and 20 that never answer delay no event of another account (rules/webhooks 10; rules/running 24)",
  async (t) => {
    const late = await publishToLateReceivers(t, hostile, { receivers: 20, lateMs: 4000 });
    const hanging = await publishToHangingReceivers(t, hostile, { publishes: 8, receivers: 20 });
    await assertBeside(t, async () => void (await Promise.all([late(), hanging()])));
  },
);

test.serial(
  "after the attack, SIGTERM ends the process in time, and ledger and files agree (rules/running 14)",
  (t) => hostile.stop(t),
);
