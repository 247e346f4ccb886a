import test from "ava";
import {
  deleteLargeProject,
  publishToHangingReceivers,
  readLargeUsage,
  submitSlowJobs,
} from "../../helpers/hostile/backlogs.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// A backlog of one account keeps nobody else waiting. assertUnhurt says how a machine that others use is counted;
// backlogs.long.test.ts has the full sizes where these are smaller.

let hostile: HostileSite;
test.before(async () => {
  hostile = await HostileSite.open({ ALLOW_PRIVATE_NETWORK: "1" });
});
test.after.always(() => hostile?.close());

test.serial(
  "600 deliveries to receivers that hang hurt nobody else (rules/running 24; rules/webhooks 10)",
  async (t) => {
    const attack = await publishToHangingReceivers(t, hostile, { publishes: 75, receivers: 8 });
    assertUnhurt(t, await hostile.witness.during(attack));
  },
);

test.serial("75 slow jobs hurt nobody else (rules/running 24)", async (t) => {
  const attack = await submitSlowJobs(t, hostile, 75);
  assertUnhurt(t, await hostile.witness.during(attack));
});

test.serial("the end of a project with 4,000 jobs hurts nobody else (rules/running 24)", async (t) => {
  const attack = await deleteLargeProject(t, hostile, 4000);
  assertUnhurt(t, await hostile.witness.during(attack));
});

test.serial(
  "what a project with 20,000 entries of the ledger cost hurts nobody else to read (rules/running 24)",
  async (t) => {
    const attack = await readLargeUsage(t, hostile, 20_000);
    assertUnhurt(t, await hostile.witness.during(attack));
  },
);

test.serial(
  "after the attack, SIGTERM ends the process in time, and ledger and files agree (rules/running 14)",
  (t) => hostile.stop(t),
);
