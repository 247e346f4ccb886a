import test from "ava";
import { IS_LONG } from "../../helpers/is-long.js";
import { EVERY_MANNER, publishAsOwners } from "../../helpers/hostile/owners.js";
import { watchEvents } from "../../helpers/hostile/receivers.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertInTime, assertUnhurt } from "../../helpers/witness/witness.js";

// Owners have 96 webhooks each, whose receivers are bad (rules/webhooks 10 and 19).

const SHORT = 100;
/** With the rest of the document less than the most that a body has (rules/webhooks 3). */
const LONGEST = 250_000;

const ALL = [
  ...[
    { owners: 1, publishes: 20 },
    { owners: 8, publishes: 4 },
    { owners: 40, publishes: 2 },
  ].flatMap((each) => EVERY_MANNER.map((manner) => ({ ...each, manner, bytes: SHORT }))),
  { owners: 12, manner: "accept and never answer" as const, publishes: 1, bytes: LONGEST },
  { owners: 12, manner: "accept and do not read" as const, publishes: 1, bytes: LONGEST },
];
const SOME = [
  { owners: 8, manner: "accept and never answer" as const, publishes: 2, bytes: SHORT },
  { owners: 8, manner: "accept and do not read" as const, publishes: 1, bytes: LONGEST },
];

for (const { owners, manner, publishes, bytes } of IS_LONG ? ALL : SOME)
  test.serial(
    `${owners} owners with 96 receivers each that ${manner}, of ${bytes} bytes, delay no event of another account, nor SIGTERM, and everything is exact (rules/webhooks 10; rules/running 14 and 24)`,
    async (t) => {
      const hostile = await HostileSite.open({ ALLOW_PRIVATE_NETWORK: "1" });
      try {
        const attack = await publishAsOwners(t, hostile, { owners, manner, publishes, bytes });
        const events = await watchEvents(t, hostile);
        let tooks: number[] = [];
        const met = await hostile.witness.during(async () => void (tooks = await events.during(attack)));
        assertUnhurt(t, met);
        assertInTime(t, met, "another account's events", tooks);
        await hostile.stop(t);
      } finally {
        await hostile.close();
      }
    },
  );
