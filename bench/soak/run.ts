/**
 * `npm run soak [-- --minutes 20 --processes 8 --every 10 --seed N --most 0.5]` runs a deployment under load whose processes and
 * servers are killed, frozen and restarted. The exit code is 1 where anything was violated, or more than `--most` percent of the
 * requests were refused or broken.
 */
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { disturb, SERVERS } from "./chaos.js";
import { Soak } from "./soak.js";
import { shares, soakTable } from "./table.js";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    processes: { type: "string", default: "8" },
    every: { type: "string", default: "10" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    most: { type: "string", default: "0.5" },
  },
});
const [minutes, processes, everySeconds, seed, most] = [
  values.minutes,
  values.processes,
  values.every,
  values.seed,
  values.most,
].map(Number) as [number, number, number, number, number];
if (
  ![minutes, everySeconds, most].every((value) => value > 0) ||
  !Number.isInteger(seed) ||
  !(processes >= 4)
) {
  console.error(
    "--minutes, --every and --most are above 0, --seed is a whole number, --processes at least 4.",
  );
  process.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(130));

console.error(
  `Seed ${seed}, ${processes} processes, ${minutes} minutes, load average ${loadavg()[0]?.toFixed(1)} at the start.`,
);
const plan = { durationMs: minutes * 60_000, everyMs: everySeconds * 1000, seed, servers: SERVERS };
const soak = await Soak.open(processes, { say: (line) => console.error(line) });
const report = await soak
  .run((deployment, journal) => disturb(deployment, journal, plan))
  .then(() => soak.prove())
  .finally(() => soak.close());
console.log(`
Seed ${seed}, ${processes} processes, ${minutes} minutes, Node ${process.versions.node} on ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "unknown"}, load average ${loadavg()[0]?.toFixed(1)} at the end.

${soakTable(report)}`);
const first = report.journal.first();
if (first !== null) console.log(`\nThe first violation, ${first}`);
const { refused, broken } = shares(report);
const isTooMuch = refused + broken >= most;
if (isTooMuch)
  console.log(
    `\n${(refused + broken).toFixed(2)} % of the requests were refused or broken; less than ${most} % may be.`,
  );
process.exit(first !== null || isTooMuch ? 1 : 0);
