import test from "ava";
import { disturb, restartInTurn } from "../../../bench/soak/chaos.js";
import { Soak } from "../../../bench/soak/soak.js";
import { shares, soakTable } from "../../../bench/soak/table.js";
import { IS_LONG } from "../../helpers/is-long.js";

/** `npm run soak` in a minute (two with `npm run test:long`), with a load that leaves the machine to the files beside it (bench/soak/README.md). */
const PROCESSES = 8;
const BREATH_MS = 1500;
const PLAN = {
  durationMs: IS_LONG ? 120_000 : 60_000,
  everyMs: 10_000,
  seed: 7,
  servers: [
    { part: 0.3, server: "nats" },
    { part: 0.6, server: "mariadb" },
  ],
} as const;
/** In percent. `npm run soak` asks for 0.5 in twenty minutes; here the servers restart five times as often. */
const MOST_REFUSED = 2.5;

let soak: Soak;
test.before(async () => {
  soak = await Soak.open(PROCESSES, {
    say: (line) => process.stderr.write(`${line}\n`),
    breathMs: BREATH_MS,
  });
});
test.after.always(() => (soak as Soak | undefined)?.close());

// One test a role: AVA ends what is silent for too long, and a restart takes as long as the machine is busy.
const ROLES = [
  ["edge", 2],
  ["core", 2],
  ["delivery", 2],
  ["worker", 2],
] as const;
for (const [role, processes] of IS_LONG ? ROLES : ROLES.slice(0, 2))
  test.serial(`a rolling restart under load fails no request: ${role} (issue 21)`, async (t) => {
    const { journal } = soak;
    const [disturbed, refused, asked] = [
      journal.disturbances.length,
      journal.refusals.length,
      journal.sum("asked"),
    ];
    await soak.run(restartInTurn(role));
    t.is(journal.disturbances.length - disturbed, processes);
    t.true(journal.sum("asked") > asked);
    t.deepEqual(journal.violations, []);
    t.is(journal.sum("broken"), 0);
    t.deepEqual(journal.refusals.slice(refused), []);
  });

test.serial(
  "processes are killed, frozen and restarted for a while, NATS and MariaDB too: nothing but 503 with Retry-After, and no stale read (issue 21)",
  async (t) => {
    await soak.run((deployment, journal) => disturb(deployment, journal, PLAN));
    t.log(soak.journal.disturbances.map(({ target, action }) => `${target} ${action}`).join(", "));
    t.deepEqual(soak.journal.violations, []);
  },
);

test.serial(
  "after that nothing acknowledged is lost or undone, every job has ended, each was charged at most once, the ledger is clean (issue 21)",
  async (t) => {
    const report = await soak.prove();
    t.log(soakTable(report));
    t.deepEqual(report.journal.violations, []);
    t.true(report.proven.jobs > 0);
    const { refused, broken } = shares(report);
    t.true(refused + broken < MOST_REFUSED, `${refused + broken} %`);
  },
);
