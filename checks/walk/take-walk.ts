import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importsOf } from "../imports-of.js";
import { REPOSITORY } from "../repository.js";
import { always, type Coverage, type Ran, without } from "./coverage.js";
import type { Deployment, Walk } from "./walks.js";

export interface Walked {
  name: string;
  title: string;
  files: number;
  functions: number;
  /** Number of pairs of files that ran of which one imports the other: the steps from file to file that a reader takes. */
  hops: number;
  ran: Ran;
}

const TIMES = 16;
/** Number of times that are counted, the shortest ones: during long ones timers and other work of the process run too. */
const COUNTED = 6;

/** Takes a walk again and again, and counts what ran in each of the shortest times. */
export async function takeWalk(walk: Walk, deployment: Deployment, coverage: Coverage): Promise<Walked> {
  const times: { ms: number; ran: Ran }[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const act = await walk.prepare(deployment);
    await settle();
    times.push(await timed(act, coverage));
  }
  const shortest = times.toSorted((one, other) => one.ms - other.ms).slice(0, COUNTED);
  const idle: Ran[] = [];
  for (const { ms } of shortest) idle.push(await coverage.during(() => idleFor(ms)));
  const ran = without(always(shortest.map((time) => time.ran)), always(idle));
  const functions = [...ran.values()].reduce((sum, names) => sum + names.size, 0);
  return { name: walk.name, title: walk.title, files: ran.size, functions, hops: hopsOf(ran), ran };
}

async function timed(act: () => Promise<unknown>, coverage: Coverage): Promise<{ ms: number; ran: Ran }> {
  let ms = 0;
  const ran = await coverage.during(async () => {
    const began = performance.now();
    await act();
    ms = performance.now() - began;
  });
  return { ms, ran };
}

/** Waits as long as a request took. Code that runs in each of these times belongs to a timer. */
const idleFor = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Waits until the work that the preparation left is done, and for a part of the time between two runs of a timer, so that
 * no timer runs in each of the times.
 */
const settle = () => new Promise((done) => setTimeout(done, 50 + 20 * Math.random()));

function hopsOf(ran: Ran): number {
  let hops = 0;
  for (const path of ran.keys()) {
    const targets = importsOf(path, readFileSync(join(REPOSITORY, path), "utf8"))
      .filter(({ isLocal, isType, target }) => isLocal && !isType && ran.has(target))
      .map(({ target }) => target);
    hops += new Set(targets).size;
  }
  return hops;
}
