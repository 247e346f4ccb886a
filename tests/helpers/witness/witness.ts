import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { credentialsOf, type Person, signUp } from "../client.js";
import { Documents } from "../content.js";
import { makeProject } from "../make-project.js";
import { makeReader } from "../make-reader.js";
import { watchMemory } from "./memory.js";
import { boundFrom, delaysBetween, readLoopDelays } from "./loop-delays.js";
import type { Lap, Order, Reply, Told } from "./messages.js";
import { readProcessorTime, shareOfOthers } from "./processors.js";

const SCRIPT = join(PACKAGE_ROOT, "dist/tests/helpers/witness/calls-process.js");
const CALM_MS = 1500;

/** Process that is attacked. */
export interface Attacked {
  url: string;
  pid: number;
}

/** Report of what another account met before and during an attack. Durations are in milliseconds. */
export interface Testimony {
  calm: Readonly<Record<string, number>>;
  attacked: Readonly<Record<string, number>>;
  answered: Readonly<Record<string, number>>;
  /** Number of kinds of calls. */
  calls: number;
  failures: readonly string[];
  /** Bucket bounds of the server's own metric, in seconds. */
  loop: { p99: number; max: number };
  /** Delays of a timer, in milliseconds, in a process that does next to nothing at the same time. */
  control: { p99: number; max: number };
  /** Share of the processors that neither the test nor its servers had. */
  others: number;
  peakBytes: number;
  peak: readonly string[];
}

export interface WitnessOptions {
  /** Whether the witness also signs in again and again. */
  signsIn?: boolean;
  /** Small job of the witness, by default one of the mock. */
  job?: Order["job"];
  /** Whether memory that several processes share counts once: an attack may start many processes of one program. */
  countsSharedOnce?: boolean;
}

const SMALL_JOB: Order["job"] = {
  model: "mock-image",
  params: { kind: "image", prompt: "a small thing", aspectRatio: "1:1", numImages: 1 },
};

/**
 * Another account that makes its calls from a process of its own, again and again: it reads its account, uploads, reads a file,
 * runs a job and reads published content.
 */
export class Witness {
  readonly #child: ChildProcess;
  readonly #attacked: Attacked;
  readonly #countsSharedOnce: boolean;
  /** The account that makes the calls. It is the operator of a site where nobody has signed up before. */
  readonly person: Person;
  #calm: Readonly<Record<string, number>> = {};

  private constructor(child: ChildProcess, attacked: Attacked, person: Person, countsSharedOnce: boolean) {
    this.#child = child;
    this.#attacked = attacked;
    this.person = person;
    this.#countsSharedOnce = countsSharedOnce;
  }

  /** Signs a person up, and measures the calls for a moment while nobody attacks. */
  static async begin(
    attacked: Attacked,
    { signsIn = false, job = SMALL_JOB, countsSharedOnce = false }: WitnessOptions = {},
  ): Promise<Witness> {
    const child = fork(SCRIPT, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    const person = await signUp(attacked.url);
    const witness = new Witness(child, attacked, person, countsSharedOnce);
    const credentials = signsIn ? credentialsOf(person) : null;
    const order = { ...(await settle(attacked.url, person)), credentials, job };
    const ready = await witness.#tell({ begin: order });
    if (!("isReady" in ready)) throw new Error(`The witness cannot begin: ${JSON.stringify(ready)}`);
    await sleep(CALM_MS);
    const { times, failures } = await witness.#lap();
    if (failures.length > 0) throw new Error(`Not even in peace: ${failures.join("; ")}`);
    witness.#calm = slowest(times);
    return witness;
  }

  /** Runs the attack, and returns what the witness met from its begin to its end. */
  async during(attack: () => Promise<void>): Promise<Testimony> {
    const ending = new AbortController();
    await this.#lap();
    const [delays, processors] = [await readLoopDelays(this.#attacked.url), await readProcessorTime()];
    const memory = watchMemory(this.#attacked.pid, ending.signal, this.#countsSharedOnce);
    try {
      await attack();
    } finally {
      ending.abort();
    }
    const others = shareOfOthers(processors, await readProcessorTime());
    const { times, failures, timerLate } = await this.#lap();
    return {
      calm: this.#calm,
      attacked: slowest(times),
      calls: Object.keys(this.#calm).length,
      answered: Object.fromEntries(Object.entries(times).map(([name, own]) => [name, own.length])),
      failures,
      loop: delaysBetween(delays, await readLoopDelays(this.#attacked.url)),
      control: { p99: quantile(timerLate, 0.99), max: quantile(timerLate, 1) },
      others,
      ...(await memory),
    };
  }

  /** Begins no further call, and waits for those under way. */
  async leave(): Promise<void> {
    if (!this.#child.connected) return;
    await this.#tell({ end: true });
    const ended = once(this.#child, "exit");
    this.#child.disconnect();
    await ended;
  }

  async #lap(): Promise<Lap> {
    const reply = await this.#tell({ lap: true });
    if (!("lap" in reply)) throw new Error(JSON.stringify(reply));
    return reply.lap;
  }

  async #tell(told: Told): Promise<Reply> {
    const heard = once(this.#child, "message");
    this.#child.send(told);
    const [reply] = (await heard) as [Reply];
    return reply;
  }
}

/** Makes a published page of the person, and a token that reads it. */
async function settle(url: string, person: Person): Promise<Omit<Order, "credentials" | "job">> {
  const projectId = await makeProject(person);
  const fields = [{ name: "title", title: "Title", type: "string" }];
  const type = { name: "article", title: "Article", fields, titleField: "title" };
  const made = await person.api.post(`/v1/projects/${projectId}/content/types`, type);
  if (made.status !== 200) throw new Error(`type: ${JSON.stringify(made.body)}`);
  const documentId = await new Documents(person, projectId).makePublished({ title: "A page" });
  const reader = await makeReader(person, projectId);
  const deliveryToken = (reader.headers.authorization ?? "").replace("Bearer ", "");
  return { url, key: person.key, projectId, documentId, deliveryToken };
}

function quantile(of: readonly number[], at: number): number {
  const sorted = of.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? 0);
}

const slowest = (times: Lap["times"]): Record<string, number> =>
  Object.fromEntries(Object.entries(times).map(([name, own]) => [name, quantile(own, 0.99)]));

/** Limits in milliseconds, seconds and bytes. */
const LIMITS = { callMs: 1000, loopP99: 0.1, loopMax: 1, bytes: 600 * 2 ** 20 } as const;

/**
 * Factors by which the rings multiply these limits, because their server shares two processors with other tests. `npm run
 * test:long` asserts the limits themselves.
 */
const SLACK =
  Number(process.env.KILN_RUNS ?? 0) >= 10_000 ? { call: 1, loopP99: 1 } : { call: 5, loopP99: 6 };

/**
 * Prints what the witness met, and asserts its limits (rules/running 24): every call is answered, the 99th percentile of each
 * kind within a second; the event loop's delay is under 100 ms at the 99th percentile and under a second at most; memory is under
 * 600 MB.
 *
 * The limits are those of a machine that has nothing else to do. Where other processes had a share of the processors (all of
 * /proc/stat without this test, its servers and the run's database server), a limit of time is divided by the rest: on a quiet
 * machine the factor is 1. A 99th percentile of a few dozen calls is the slowest of them, and one flush of a slow disk delays it,
 * so the rings multiply these two limits by SLACK and print the durations. The maximum delay of the event loop has no such
 * factor: it may be longer by the delay of a timer in an idle process beside it. The event loop's delays are known only by the
 * bounds of the metric's buckets, of which two are these limits; a limit between two bounds is rounded up.
 */
export function assertUnhurt(t: ExecutionContext, met: Testimony): void {
  const slower = slowerBy(met);
  const most = {
    callMs: LIMITS.callMs * SLACK.call * slower,
    loopP99: boundFrom(LIMITS.loopP99 * SLACK.loopP99 * slower),
    loopMax: boundFrom(LIMITS.loopMax * slower + met.control.max / 1000),
  };
  const round = (value: number) => Math.round(value * 100) / 100;
  print(t, [
    `p99 in ms in peace ${JSON.stringify(met.calm)}`,
    `p99 in ms attacked ${JSON.stringify(met.attacked)} of ${JSON.stringify(met.answered)}`,
    `event loop below ${met.loop.p99} s at p99 and ${met.loop.max} s at most; a process beside it ${met.control.p99} and ${met.control.max} ms late`,
    `others had ${round(met.others * 100)} % of the processors: limits times ${round(slower)}: calls ${Math.round(most.callMs)} ms, event loop ${most.loopP99} s at p99 and ${most.loopMax} s at most`,
    `${Math.round(met.peakBytes / 2 ** 20)} MB at most: ${met.peak.join(", ")}`,
  ]);
  t.deepEqual(met.failures, []);
  for (const [name, took] of Object.entries(met.attacked))
    t.true(took < most.callMs, `${name} took ${took} ms`);
  for (const [name, count] of Object.entries(met.answered)) t.true(count > 0, name);
  t.is(Object.keys(met.answered).length, met.calls);
  t.true(met.calls >= 5);
  t.true(met.loop.p99 <= most.loopP99, `the loop's p99 is ${met.loop.p99} s`);
  t.true(met.loop.max <= most.loopMax, `the loop's maximum is ${met.loop.max} s`);
  t.true(met.peakBytes < LIMITS.bytes, met.peak.join("\n"));
}

/** Returns the factor for limits of time by the share of the processors that others had, as assertUnhurt describes. */
const slowerBy = ({ others }: Testimony): number => (others < 0.1 ? 1 : 1 / (1 - others));

/** Prints the durations of something beside an attack, and asserts the limit of calls for their 99th percentile. */
export function assertInTime(
  t: ExecutionContext,
  met: Testimony,
  what: string,
  tooks: readonly number[],
): void {
  const p99 = quantile(tooks, 0.99);
  print(t, [`${what}: p99 ${p99} ms of ${tooks.length}`]);
  t.true(tooks.length > 0, what);
  t.true(p99 < LIMITS.callMs * SLACK.call * slowerBy(met), `${what} took ${p99} ms`);
}

/** Logs figures, which are of interest also when the test passes: the runner prints the file KILN_FIGURES after the ring. */
function print(t: ExecutionContext, lines: readonly string[]): void {
  t.log(lines.join("\n"));
  const file = process.env.KILN_FIGURES;
  const engine = process.env.KILN_TEST_DB ?? "";
  if (file !== undefined) appendFileSync(file, [`${t.title} (${engine})`, ...lines, ""].join("\n    "));
}
