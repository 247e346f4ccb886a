import test from "ava";
import { disturb, restartInTurn } from "../../../bench/soak/chaos.js";
import { Soak } from "../../../bench/soak/soak.js";
import { shares, soakTable } from "../../../bench/soak/table.js";
import { IS_LONG } from "../../helpers/is-long.js";

/**
 * Number of processes. The file is `npm run soak` in a minute (two with `npm run test:long`), with a load that leaves processor
 * time to the files beside it (bench/soak/README.md). The first three draws of the seed are a restart of a delivery process, a
 * kill of a worker and a freeze of a core: with two restarts of servers there is time for three in a minute.
 */
const PROCESSES = 8;
const BREATH_MS = 1500;
const PLAN = {
  durationMs: IS_LONG ? 120_000 : 60_000,
  everyMs: 10_000,
  seed: 318,
  least: 3,
  servers: [
    { part: 0.3, server: "nats" },
    { part: 0.6, server: "mariadb" },
  ],
} as const;
/**
 * Most requests that may be refused, in percent. `npm run soak` asks for 0.5 in twenty minutes; here the servers restart five
 * times as often.
 */
const MOST_REFUSED = 2.5;

let soak: Soak;
test.before(async () => {
  soak = await Soak.open(PROCESSES, {
    say: (line) => process.stderr.write(`${line}\n`),
    breathMs: BREATH_MS,
  });
});
test.after.always(() => (soak as Soak | undefined)?.close());

// Each role has a test of its own: AVA ends a test that is silent for too long, and restarts take long on a busy machine.
const RESTARTED = IS_LONG ? 2 : 1;
for (const role of ["edge", "core", "delivery", "worker"])
  test.serial(
    `a rolling restart under load fails no request: ${role}, ${RESTARTED} of 2 processes (rules/running 14)`,
    async (t) => {
      const { journal } = soak;
      const [disturbed, refused, asked] = [
        journal.disturbances.length,
        journal.refusals.length,
        journal.sum("asked"),
      ];
      await soak.run(restartInTurn(role, RESTARTED));
      t.is(journal.disturbances.length - disturbed, RESTARTED);
      t.true(journal.sum("asked") > asked);
      t.deepEqual(journal.violations, []);
      t.is(journal.sum("broken"), 0);
      t.deepEqual(journal.refusals.slice(refused), []);
    },
  );

test.serial(
  "processes are killed, frozen and restarted for a while, NATS and MariaDB too: nothing but 503 with Retry-After, and no stale read (rules/running 15)",
  async (t) => {
    const { journal } = soak;
    const before = journal.disturbances.length;
    await soak.run((deployment) => disturb(deployment, journal, PLAN));
    const disturbed = journal.disturbances.slice(before);
    t.log(disturbed.map(({ target, action }) => `${target} ${action}`).join(", "));
    const isServer = ({ target }: { target: string }) => target === "NATS" || target === "MariaDB";
    t.deepEqual(
      disturbed
        .filter(isServer)
        .map(({ target }) => target)
        .toSorted(),
      ["MariaDB", "NATS"],
    );
    const processes = disturbed.filter((each) => !isServer(each));
    t.deepEqual([...new Set(processes.map(({ action }) => action))].toSorted(), [
      "frozen",
      "killed",
      "restarted",
    ]);
    t.true(
      processes.some(({ target, action }) => target.startsWith("worker") && action === "killed"),
      "jobs were under way in a process that was killed",
    );
    t.deepEqual(journal.violations, []);
  },
);

test.serial(
  "after that nothing acknowledged is lost or undone, every job has ended, each was charged at most once, the ledger is clean (rules/running 15)",
  async (t) => {
    const report = await soak.prove();
    t.log(soakTable(report));
    t.deepEqual(report.journal.violations, []);
    t.true(report.proven.jobs > 0);
    const { refused, broken } = shares(report);
    t.true(refused + broken < MOST_REFUSED, `${refused + broken} %`);
  },
);
