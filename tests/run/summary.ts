import type { FileCount } from "./ava-reading.js";
import type { Need, Step } from "./plan.js";

const REMEDIES: Record<Need, { name: string; remedy: string }> = {
  mariadb: { name: "MariaDB", remedy: "apt-get install -y mariadb-server   (or set TEST_DATABASE_URL)" },
  nats: { name: "NATS", remedy: "apt-get install -y nats-server   (or set TEST_NATS_URL)" },
  chromium: {
    name: "Chromium",
    remedy: "apt-get install -y chromium-headless-shell, or chromium   (or set KILN_CHROMIUM)",
  },
  galera: {
    name: "Galera behind HAProxy",
    remedy: "apt-get install -y mariadb-server galera-4 mariadb-backup socat haproxy",
  },
};

export interface LeftOut {
  step: Step;
  missing: readonly Need[];
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Returns lines in a frame, so that they are noticed. */
export function box(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const rows = lines.map((line) => `║ ${line.padEnd(width)} ║`);
  return [`╔${"═".repeat(width + 2)}╗`, ...rows, `╚${"═".repeat(width + 2)}╝`].join("\n");
}

/** Returns the lines about steps that did not run: the reason, and the command after which they do. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  return leftOut.flatMap(({ step, missing }) => [
    `LEFT OUT: ${step.name} (${plural(step.files.length, "test file")})`,
    ...missing.map((need) => `    needs ${REMEDIES[need].name}: ${REMEDIES[need].remedy}`),
  ]);
}

/** Returns the line about files that the rings leave to the whole run. */
export const leftToWholeLine = (files: readonly string[]): string =>
  `${plural(files.length, "slow proof")} (tests/run/whole-only.ts), and MariaDB's share of the files that run on both engines, run with --whole and --long only.`;

/** Returns the line about selected files that run with `--long` only. */
export const leftToLongLine = (files: readonly string[]): string =>
  `${files.length} selected ${files.length === 1 ? "file runs" : "files run"} with --long only: ${files
    .map((file) => file.replace(/\.js$/, ".ts"))
    .join(", ")}`;

/** Returns a line for each file, with the numbers of tests that passed and failed. */
export function fileLines(counts: ReadonlyMap<string, FileCount>): string[] {
  return [...counts].map(([file, { passed, failed, skipped }]) => {
    const name = file.replace(/^dist\//, "").replace(/\.js$/, ".ts");
    const rest = `${failed > 0 ? `, ${failed} failed` : ""}${skipped > 0 ? `, ${skipped} skipped` : ""}`;
    return `  ${failed > 0 ? "✘" : "✔"} ${name}: ${passed} passed${rest}`;
  });
}

/** Returns the last line, which CI systems read. */
export const closingLine = ({ passed, failed, skipped }: FileCount): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
