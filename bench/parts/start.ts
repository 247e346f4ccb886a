import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Figure } from "../figure.js";
import { median } from "../load/percentile.js";
import type { Part } from "../part.js";
import { startOn } from "../processes/kiln-process.js";
import { residentMegabytes } from "../processes/resident-memory.js";

const ROUNDS = 3;
const REST_MS = 3000;

/**
 * Measures the time from the start of the process to its first answer, in seconds, and, if asked for, its memory once it rests.
 */
async function coldStart(
  dataDir: string,
  isToRest: boolean,
): Promise<{ seconds: number; megabytes: number }> {
  const started = performance.now();
  const kiln = await startOn(dataDir);
  try {
    const answer = await fetch(`${kiln.url}/readyz`);
    if (!answer.ok) throw new Error(`/readyz: ${answer.status}`);
    const seconds = (performance.now() - started) / 1000;
    if (isToRest) await new Promise((resolve) => setTimeout(resolve, REST_MS));
    return { seconds, megabytes: residentMegabytes(kiln.pid) };
  } finally {
    await kiln.stop();
  }
}

/** Measures the start of a process. */
export const start: Part = {
  name: "start",
  async run() {
    const first: number[] = [];
    const again: number[] = [];
    let megabytes = Number.NaN;
    for (let round = 0; round < ROUNDS; round += 1) {
      const dataDir = await mkdtemp(join(tmpdir(), "kiln-bench-"));
      try {
        first.push((await coldStart(dataDir, false)).seconds);
        const second = await coldStart(dataDir, round === 0);
        again.push(second.seconds);
        if (round === 0) ({ megabytes } = second);
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
    }
    const figures: Figure[] = [
      {
        name: "Cold start, empty data folder",
        value: median(first),
        unit: "s",
        note: "to the first /readyz; makes the schema",
      },
      {
        name: "Cold start, existing data folder",
        value: median(again),
        unit: "s",
        note: "to the first /readyz",
      },
      {
        name: "Resident memory at rest",
        value: megabytes,
        unit: "MB",
        note: `all services, SQLite, ${REST_MS / 1000} s after the start`,
      },
    ];
    return figures;
  },
};
