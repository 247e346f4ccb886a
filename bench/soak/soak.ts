import { setTimeout as sleep } from "node:timers/promises";
import { Caller } from "./caller.js";
import { Deployment } from "./deployment.js";
import { Journal } from "./journal.js";
import { Agents } from "./loads/agents.js";
import { Jobs } from "./loads/jobs.js";
import { Pages } from "./loads/pages.js";
import { readPage, Readers } from "./loads/readers.js";
import { Runs } from "./loads/runs.js";
import { Uploads } from "./loads/uploads.js";
import { type Proven, proveRows } from "./proof.js";
import type { Webhooks } from "./webhooks.js";
import { type Load, makeScene, type Scene } from "./scene.js";
import type { Page } from "./page.js";

export interface SoakReport {
  journal: Journal;
  proven: Proven;
  agentsRefused: number;
  webhooks: number;
}

export interface SoakOptions {
  /** Receives the progress of a run every 10 s, and each violation. */
  say(line: string): void;
  /** Pause between the rounds of one load. */
  breathMs?: number;
}

/** Disturbances beside the load. The load ends with them. */
export type Disturb = (deployment: Deployment, journal: Journal) => Promise<void>;

const WRITERS = 3;
const PAGES_EACH = 3;
const READERS = 3;
/** Pause between the rounds of one load: the machine has other work than to answer the same caller. */
const BREATH_MS = 30;
const SAY_MS = 10_000;

/** Deployment with its load. It may be disturbed several times before it is proved. */
export class Soak {
  readonly #deployment: Deployment;
  readonly #say: SoakOptions["say"];
  readonly #loads: readonly Load[];
  readonly #jobs: readonly Jobs[];
  readonly #uploads: readonly Uploads[];
  readonly #agents: Agents;
  readonly #webhooks: Webhooks;
  readonly #pages: readonly Page[];
  readonly #breathMs: number;
  readonly journal: Journal;
  #told = 0;

  private constructor(
    deployment: Deployment,
    journal: Journal,
    scene: Scene,
    writers: readonly Pages[],
    { say, breathMs = BREATH_MS }: SoakOptions,
  ) {
    const { caller, people } = scene;
    this.#deployment = deployment;
    this.journal = journal;
    this.#say = say;
    this.#breathMs = breathMs;
    this.#jobs = people.slice(1).map((person) => new Jobs(caller, person));
    this.#uploads = people.slice(0, 2).map((person) => new Uploads(caller, person));
    this.#agents = new Agents(scene);
    this.#webhooks = scene.webhooks;
    const pages = writers.flatMap((writer) => writer.pages);
    this.#pages = pages;
    this.#loads = [
      ...writers,
      ...Array.from({ length: READERS }, () => new Readers(scene, pages)),
      ...this.#jobs,
      ...this.#uploads,
      new Runs(scene),
      this.#agents,
    ];
  }

  static async open(processes: number, options: SoakOptions): Promise<Soak> {
    const deployment = await Deployment.open(processes);
    try {
      const journal = new Journal();
      const mayBreak = (name: string, begun: number) =>
        deployment.members.find((place) => place.name === name)?.wasGone(begun) ?? false;
      const caller = new Caller(journal, deployment.proxy, deployment.url, mayBreak);
      const scene = await makeScene(deployment, caller);
      const read = (page: Page, how: number) => readPage(scene, page, how);
      const writers = await Promise.all(
        Array.from({ length: WRITERS }, () => new Pages(scene, read).open(PAGES_EACH)),
      );
      return new Soak(deployment, journal, scene, writers, options);
    } catch (error) {
      await deployment.close();
      throw error;
    }
  }

  /** Runs load and disturbances beside each other. No request is open when it returns. */
  async run(disturb: Disturb): Promise<void> {
    const over = new AbortController();
    const all = Promise.all(
      this.#loads.map(async (load) => {
        while (!over.signal.aborted) {
          await load.step();
          await sleep(this.#breathMs);
        }
      }),
    );
    const watch = setInterval(() => this.#tell(), SAY_MS);
    try {
      await Promise.race([disturb(this.#deployment, this.journal), all]);
      over.abort();
      await all;
    } finally {
      over.abort();
      clearInterval(watch);
      this.#tell();
    }
  }

  /** Waits for the work that the load has left, and then checks everything that was acknowledged. */
  async prove(): Promise<SoakReport> {
    const loads = { jobs: this.#jobs, uploads: this.#uploads };
    const proven = await proveRows(this.#deployment, this.journal, loads);
    for (const load of this.#loads) await load.prove();
    await this.#webhooks.prove(this.#pages, this.journal);
    this.#tell();
    const { refused: agentsRefused } = this.#agents;
    return { journal: this.journal, proven, agentsRefused, webhooks: this.#webhooks.count };
  }

  async close(): Promise<void> {
    await this.#deployment.close();
    await this.#webhooks.close();
  }

  #tell(): void {
    const { violations, disturbances } = this.journal;
    for (const { at, what } of violations.slice(this.#told))
      this.#say(`  VIOLATION at ${this.journal.clock(at)}: ${what}`);
    this.#told = violations.length;
    const asked = this.journal.sum("asked");
    const last = disturbances.at(-1);
    this.#say(
      `${this.journal.clock(Date.now())}: ${asked} requests, ${disturbances.length} disturbances${last === undefined ? "" : `, the last: ${last.target} ${last.action}`}, ${violations.length} violations`,
    );
  }
}
