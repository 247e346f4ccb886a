import type { ExecutionContext } from "ava";
import { Client, type Person, signUp } from "./client.js";
import { openCluster } from "./open-cluster.js";
import type { Site } from "./open-site.js";
import type { KilnProcess } from "./spawn-kiln.js";
import { waitUntil } from "./wait-until.js";
import { graphOf, makeWorkflow, promptNode } from "./workflows.js";

const SCHEDULES = 2;
/** Fault points at which the processes die, when a point is reached for the n-th time. */
const KILLS = [
  "workflows.ticked",
  "workflows.fired",
  "workflows.started",
  "workflows.moved",
  "workflows.finished",
];

/** Least lifetime of a process, long enough to start and to tick on a busy machine. */
const LEAST_LIFE_MS = 8000;

interface Row {
  triggerId: string;
  tick: string;
  status: string;
  runId: string | null;
}

/** Two schedules that tick each second, on three processes that are killed again and again. */
export class DyingSchedules {
  readonly #site: Site;
  readonly #person: Person;
  readonly #dying: Promise<unknown>;
  #isOver = false;
  #isClosed = false;
  deaths = 0;

  private constructor(site: Site, person: Person, first: KilnProcess, from: number) {
    this.#site = site;
    this.#person = person;
    this.#dying = Promise.all([
      this.#keepDying(from, first),
      this.#keepDying(from + 1),
      this.#keepDying(from + 2),
    ]);
    this.#dying.catch(() => {});
  }

  /** Opens the site. `from` is the index of the first fault point. */
  static async open(from: number): Promise<DyingSchedules> {
    const { site } = await openCluster({ TRIGGER_MIN_SECONDS: "1", TASK_LEASE_SECONDS: "2" });
    try {
      const first = await site.start();
      const person = await signUp(first.url);
      for (let n = 0; n < SCHEDULES; n += 1) {
        const id = await makeWorkflow(person.api, graphOf([promptNode("p", `schedule ${n}`)]));
        const body = { schedule: { cron: "* * * * * *" }, dailyCredits: 0 };
        const { status } = await person.api.post(`/v1/workflows/${id}/triggers`, body);
        if (status !== 200) throw new Error(`The trigger was refused with ${status}.`);
      }
      return new DyingSchedules(site, person, first, from);
    } catch (error) {
      await site.close();
      throw error;
    }
  }

  /** Keeps one of three processes running: each one that dies is followed by another, which dies at the next fault point. */
  async #keepDying(from: number, first: KilnProcess | null = null): Promise<void> {
    for (let n = from, kiln = first; !this.#isOver; n += 1, kiln = null) {
      // The process may die before it is ready, because schedules tick from its first moment on.
      const now = kiln ?? this.#site.launch({ KILN_FAULT: `${KILLS[n % KILLS.length]}=kill@${1 + (n % 4)}` });
      // A process to which the others leave no work never reaches its fault point, so it is killed by time.
      const diesAt = Date.now() + LEAST_LIFE_MS + ((n * 1709) % 4000);
      await waitUntil(() => this.#isOver || now.hasEnded || Date.now() > diesAt, { timeoutMs: 60_000 });
      if (this.#isOver) return;
      await now.end();
      this.deaths += 1;
    }
  }

  #rows(): Promise<Row[]> {
    return this.#site.query<Row>("SELECT triggerId, tick, status, runId FROM workflow_trigger_fires");
  }

  /** Waits until each schedule has had `ticks` ticks and `deaths` processes have died. */
  async reach(ticks: number, deaths: number): Promise<void> {
    const isThere = async () =>
      this.deaths >= deaths &&
      (await this.#rows()).filter(({ status }) => status === "started").length >= SCHEDULES * ticks;
    await waitUntil(isThere, {
      timeoutMs: 300_000 + 3000 * ticks,
      what: () => `${ticks} ticks and ${deaths} deaths did not come; there were ${this.deaths} deaths`,
    });
  }

  /** Ends the schedules and asserts that each second between the first and the last tick started one run. */
  async assertEachOnce(t: ExecutionContext, least: number): Promise<void> {
    const site = this.#site;
    // The triggers stay switched on, so that ticks that were recorded by now still start their runs.
    await site.query("UPDATE workflow_triggers SET nextAt = NULL");
    this.#isOver = true;
    await this.#dying;
    const last = await site.start();
    await waitUntil(async () => (await this.#rows()).every(({ status }) => status !== "waiting"), {
      timeoutMs: 60_000,
    });
    const rows = await this.#rows();
    t.log(`${rows.length} ticks of ${SCHEDULES} schedules, ${this.deaths} deaths`);
    const fired = Map.groupBy(rows, ({ triggerId }) => triggerId);
    t.is(fired.size, SCHEDULES);
    for (const fires of fired.values()) {
      const ticks = fires.map(({ tick }) => Date.parse(tick)).toSorted((a, b) => a - b);
      t.true(ticks.length >= least, String(ticks.length));
      for (const [index, tick] of ticks.entries())
        t.is(tick, (ticks[0] ?? 0) + 1000 * index, "no tick is left out, and none comes twice");
      t.true(fires.every(({ status, runId }) => status === "started" && runId !== null));
    }
    t.is(new Set(rows.map(({ runId }) => runId)).size, rows.length);
    await waitUntil(
      async () => (await site.query("SELECT id FROM workflow_runs WHERE status = 'running'")).length === 0,
      { timeoutMs: 120_000 },
    );
    const runs = await site.query<{ status: string }>("SELECT status FROM workflow_runs");
    t.is(runs.length, rows.length, "a run for each tick, and no other");
    t.true(runs.every(({ status }) => status === "complete"));
    const api = new Client(last.url, { authorization: `Bearer ${this.#person.key}` });
    t.is((await api.get("/v1/workflows")).body.total, SCHEDULES);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isOver = true;
    await this.#dying.catch(() => {});
    await this.#site.close();
  }
}
