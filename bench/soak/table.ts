import type { SoakReport } from "./soak.js";

/** Returns the shares of requests, in percent, that were refused or broken by a kill. */
export function shares({ journal }: SoakReport): { asked: number; refused: number; broken: number } {
  const asked = journal.sum("asked");
  const percent = (count: number) => (asked === 0 ? 0 : (100 * count) / asked);
  return { asked, refused: percent(journal.sum("refused")), broken: percent(journal.sum("broken")) };
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;

/** Returns the figures of a run as docs/benchmarks.md has them. */
export function soakTable(report: SoakReport): string {
  const { journal, proven, agentsRefused, webhooks } = report;
  const done = (action: string, test: (target: string) => boolean) =>
    journal.disturbances.filter((each) => each.action === action && test(each.target)).length;
  const isServer = (target: string) => target === "NATS" || target === "MariaDB";
  const isProcess = (target: string) => !isServer(target);
  const { asked, refused, broken } = shares(report);
  return [
    row(["Requests", "asked", "answered", "503, come again", "broken by a kill", "longest"]),
    row(Array.from({ length: 6 }, () => "---")),
    ...[...journal.counts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, { asked: of, answered, refused: no, broken: gone, longestMs }]) =>
        row([kind, of, answered, no, gone, `${(longestMs / 1000).toFixed(1)} s`]),
      ),
    row(["all", asked, "", `${refused.toFixed(2)} %`, `${broken.toFixed(2)} %`, ""]),
    "",
    `Processes: ${done("killed", isProcess)} killed, ${done("frozen", isProcess)} frozen, ${done("restarted", isProcess)} restarted; NATS and MariaDB: ${done("restarted", isServer)} restarts.`,
    `${proven.jobs} jobs, ${proven.charges} charges, ${proven.accounts} accounts verified; ${webhooks} webhooks received; ${agentsRefused} calls of agents were told to come again in a result.`,
    `Refused or broken, by what was disturbed: ${
      journal
        .blamed()
        .map(([sort, count]) => `${sort} ${count}`)
        .join(", ") || "none"
    }.`,
    `Violations: ${journal.violations.length}.`,
  ].join("\n");
}
