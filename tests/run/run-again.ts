import type { FileCount } from "./ava-reading.js";
import type { Failure } from "./failures.js";
import { runAva, type AvaResult } from "./run-ava.js";

/** The most failed files that run again. More failures than that have a common cause. */
const MOST_FILES = 8;

export interface SecondRun {
  counts: ReadonlyMap<string, FileCount>;
  total: FileCount;
  /** Paths of the source files that failed beside others and passed alone. */
  passedAlone: readonly string[];
  /** The failures of the last run of each file. */
  failures: readonly Failure[];
  /** The first failures of the files that passed alone. */
  byChance: readonly Failure[];
}

/**
 * Runs each failed file once more, alone, and returns the counts of these runs. A test that failed because other processes took the
 * processors passes alone; a defect fails again. A failure that belongs to no file stays a failure.
 */
export async function runAgain(
  first: AvaResult,
  options: { env: NodeJS.ProcessEnv; print: (line: string) => void; run?: typeof runAva },
): Promise<SecondRun> {
  const failed = [...first.counts].filter(([, count]) => count.failed > 0).map(([file]) => file);
  const canRun = failed.every((file) => file.startsWith("dist/"));
  const own = failed.filter((file) => !first.notRun.includes(file));
  if (failed.length === 0 || own.length > MOST_FILES || !canRun)
    return { ...first, passedAlone: [], byChance: [] };
  const counts = new Map(first.counts);
  const passedAlone: string[] = [];
  const failures: Failure[] = [];
  const byChance: Failure[] = [];
  for (const file of failed) {
    options.print(`  ${file} failed among the others. It runs once more, alone.`);
    const files = [file.slice("dist/".length)];
    const alone = await (options.run ?? runAva)({ ...options, files });
    const before = first.failures.filter((failure) => failure.file === file);
    if (alone.total.passed + alone.total.failed === 0) {
      failures.push(...before);
      continue;
    }
    counts.set(file, alone.total);
    failures.push(...alone.failures);
    if (alone.total.failed > 0) continue;
    passedAlone.push(files[0]?.replace(/\.js$/, ".ts") ?? file);
    byChance.push(...before);
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const count of counts.values()) {
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
  }
  return { counts, total, passedAlone, failures, byChance };
}
