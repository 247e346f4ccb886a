import test from "ava";
import {
  deleteLargeProject,
  publishToHangingReceivers,
  readLargeUsage,
  submitSlowJobs,
} from "../../helpers/hostile/backlogs.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// The backlogs of backlogs.test.ts in their full sizes. assertUnhurt says how a machine that others use is counted.

let hostile: HostileSite;
test.before(async () => {
  hostile = await HostileSite.open({ ALLOW_PRIVATE_NETWORK: "1" });
});
test.after.always(() => hostile?.close());

test.serial(
  "1,200 publishes to receivers that hang hurt nobody else (rules/running 24; rules/webhooks 10)",
  async (t) => {
    const attack = await publishToHangingReceivers(t, hostile, { publishes: 1200, receivers: 1 });
    assertUnhurt(t, await hostile.witness.during(attack));
  },
);

test.serial("750 slow jobs hurt nobody else (rules/running 24)", async (t) => {
  const attack = await submitSlowJobs(t, hostile, 750);
  assertUnhurt(t, await hostile.witness.during(attack));
});

test.serial("the end of a project with 200,000 jobs hurts nobody else (rules/running 24)", async (t) => {
  const attack = await deleteLargeProject(t, hostile, 200_000);
  assertUnhurt(t, await hostile.witness.during(attack));
});

test.serial(
  "what a project with 200,000 entries of the ledger cost hurts nobody else to read (rules/running 24)",
  async (t) => {
    const attack = await readLargeUsage(t, hostile, 200_000);
    assertUnhurt(t, await hostile.witness.during(attack));
  },
);

test.serial(
  "after the attack, SIGTERM ends the process in time, and ledger and files agree (rules/running 14)",
  (t) => hostile.stop(t),
);
