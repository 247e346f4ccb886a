import type { WorkflowRun } from "../../../entities/workflow-run.js";
import type { WorkflowRunNode } from "../../../entities/workflow-run-node.js";
import type { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import { AutoResetEvent } from "../../../runtime/concurrency/auto-reset-event.js";
import type { Host } from "../../../runtime/process/host.js";
import type { ClaimedTask, TaskOutcome } from "../../../engines/durable-queue/index.js";
import type { PlannedNode } from "../graph/plan-graph.js";
import { findRun } from "../run.repository.js";
import { changeNodes, setShares } from "../run-node.repository.js";
import { findSteps } from "../run-step.repository.js";
import { announceRun } from "./announce-run.js";
import { settleDay, type StepCost } from "../triggers/budget.js";
import { callOffSteps } from "./end-run.js";
import { finishRun } from "./finish-run.js";
import { costOf, invokeNode } from "./invoke-node.js";
import { callOffStepJobs } from "./job-kinds.js";
import { longTexts } from "./long-texts.js";
import { JobWatch } from "./job-watch.js";
import type { Pending } from "./node-context.js";
import { type NodeChange, nodeChange, RunOver } from "./run-rows.js";
import { type RunScope, writeRun } from "./run-scope.js";
import { RunState } from "./run-state.js";
import { endedSteps } from "./settle-steps.js";
import { TextRoom } from "./text-room.js";
import { ToldShares } from "./told-shares.js";

/** The number of a run's nodes that work at once. */
const AT_ONCE = 24;
/** The time without anything but waiting for jobs after which the process leaves the run. */
const IDLE_MS = 10_000;
/** The shortest time between two progress messages to the starter. */
const TELL_MS = 1000;
/** The interval of the reads that make up for wake-ups that were lost. */
const LOOK_MS = 1000;
/** The delay until a left run is due again, should no job's end make it due before. */
const AGAIN_MS = 60_000;

export interface RunLeft {
  run: WorkflowRun;
  planned: readonly PlannedNode[];
  rows: readonly WorkflowRunNode[];
  steps: readonly WorkflowRunStep[];
  /** True when the starter's runs leave no room for texts that cost nothing. */
  isFull: boolean;
}

/** Works on a run until it has ended, or only waits for jobs (ADR-0020). */
export class RunDriver {
  readonly #scope: RunScope;
  readonly #state: RunState;
  readonly #room: TextRoom;
  readonly #wakeUp = new AutoResetEvent();
  readonly #leave = new AbortController();
  /** The nodes at work, by place. */
  readonly #active = new Map<number, Pending>();
  #ended: { place: number; change: NodeChange }[] = [];
  #failure: { error: unknown } | null = null;
  #movedAt = Date.now();
  #sinceTurn = 0;
  /** The steps of ended nodes that are not written yet, with their costs. */
  #settle: StepCost[] = [];
  /** The time at which the starter was last told how far the run is. */
  #toldAt = Date.now();

  constructor(host: Host, task: ClaimedTask, { run, planned, rows, steps, isFull }: RunLeft) {
    this.#state = new RunState(planned, rows);
    this.#room = new TextRoom(rows, isFull);
    this.#scope = {
      host,
      task,
      run,
      signal: AbortSignal.any([task.signal, this.#leave.signal]),
      steps: new Map(steps.map((step) => [step.id, step])),
      jobs: new JobWatch(host, run.id, () => this.#wakeUp.set()),
      told: new ToldShares(),
      fail: (error) => {
        this.#failure ??= { error };
        this.#wakeUp.set();
      },
    };
  }

  /** Works on the run until it ends or the process leaves it. Throws RunOver when somebody else ended it, and any error that is not about a node. */
  async drive(): Promise<TaskOutcome> {
    const { task, jobs } = this.#scope;
    const wake = () => this.#wakeUp.set();
    task.signal.addEventListener("abort", wake);
    try {
      return await this.#work();
    } finally {
      task.signal.removeEventListener("abort", wake);
      this.#leave.abort();
      jobs.close();
    }
  }

  /** Reads wait for a database that is away, as writes do: models that nodes wait for would be asked, and paid, once more. */
  async #work(): Promise<TaskOutcome> {
    const { task } = this.#scope;
    let changes = this.#state.decided();
    let lookAt = Date.now() + LOOK_MS;
    for (;;) {
      task.signal.throwIfAborted();
      if (this.#failure !== null) throw this.#failure.error;
      this.#wakeUp.takeSignal();
      await this.#takeEnded(changes);
      const begun = this.#state.take(AT_ONCE - this.#active.size);
      for (const { place, definition } of begun)
        if (definition?.isPure !== true) changes.set(place, nodeChange("running"));
      await this.#write(changes);
      changes = new Map();
      for (const planned of begun) this.#begin(planned);
      await this.#giveTurn(begun.length);
      if (this.#state.left === 0) return this.#finish();
      if (Date.now() >= lookAt) {
        lookAt = Date.now() + LOOK_MS;
        await task.untilStored(() => this.#lookAround());
        await this.#writeTold();
      }
      if (this.#scope.jobs.isDue) await task.untilStored(() => this.#scope.jobs.look());
      if (this.#isIdle()) return { again: { afterMs: AGAIN_MS } };
      await this.#wakeUp.wait(lookAt - Date.now());
    }
  }

  /** Gives others a turn: on the embedded database nodes that do next to nothing would run without a turn of the event loop. */
  async #giveTurn(begun: number): Promise<void> {
    this.#sinceTurn += begun;
    if (this.#sinceTurn < AT_ONCE) return;
    this.#sinceTurn = 0;
    await longTexts.next();
  }

  /** Checks whether other processes ended the run or a job, in case their wake-ups were lost. */
  async #lookAround(): Promise<void> {
    const { host, run, jobs } = this.#scope;
    jobs.isDue = true;
    const now = await findRun(host.read, { id: run.id });
    if (now?.status !== "running") throw new RunOver();
  }

  #begin(planned: PlannedNode): void {
    const { place } = planned;
    const pending: Pending = { jobs: 0, others: 0 };
    this.#active.set(place, pending);
    void invokeNode(this.#scope, planned, this.#state.valueOf, pending).then((change) => {
      if (change === null) return;
      this.#ended.push({ place, change });
      this.#wakeUp.set();
    });
  }

  async #takeEnded(changes: Map<number, NodeChange>): Promise<void> {
    const { steps, jobs } = this.#scope;
    for (const { place, change: given } of this.#ended.splice(0)) {
      this.#active.delete(place);
      this.#scope.told.end(place);
      const costCredits = costOf(steps.values(), place, jobs.costs);
      const change = this.#room.admit(given, costCredits);
      if (change.status === "error") await this.#abandon(place);
      const own = [...steps.values()].filter((step) => step.place === place);
      this.#settle.push(...endedSteps(own, jobs.costs));
      for (const [at, follows] of this.#state.end(place, { ...change, costCredits }))
        changes.set(at, follows);
    }
  }

  /** Calls off the jobs of a failed node, which are of no use any more. Best effort: the end of the run calls off the rest. */
  async #abandon(place: number): Promise<void> {
    const { host, run, steps, jobs } = this.#scope;
    const begun = [...steps.values()].filter(
      (step) => step.place === place && step.jobId !== null && !jobs.costs.has(step.jobId),
    );
    await callOffStepJobs(host, run.id, begun).catch((error: unknown) =>
      host.log.warn({ err: error, run: run.id }, "jobs of a node were not called off"),
    );
  }

  async #write(changes: ReadonlyMap<number, NodeChange>): Promise<void> {
    if (changes.size === 0) return;
    const { host, run, task } = this.#scope;
    const settle = this.#settle;
    const tells = Date.now() - this.#toldAt >= TELL_MS;
    const write = () =>
      writeRun(this.#scope, async (tx) => {
        await changeNodes(tx, { runId: run.id, changes, now: Date.now() });
        await settleDay(tx, run, settle);
        if (tells) announceRun(tx, host, run, "running", this.#progress);
      });
    // If the run left this process, models that other nodes wait for would be asked, and paid, once more.
    await task.untilStored(write);
    this.#settle = [];
    if (tells) this.#toldAt = Date.now();
    this.#movedAt = Date.now();
    host.signals.send("run.moved", { id: run.id });
    host.fault?.("workflows.moved");
  }

  /** Writes the progress that nodes have reported. It does not count as a move: an idle run still leaves this process. */
  async #writeTold(): Promise<void> {
    const { host, run, told, task } = this.#scope;
    const shares = told.taken();
    if (shares.size === 0) return;
    const write = () =>
      writeRun(this.#scope, async (tx) => {
        await setShares(tx, { runId: run.id, shares });
        announceRun(tx, host, run, "running", this.#progress);
      });
    await task.untilStored(write);
    this.#toldAt = Date.now();
    host.signals.send("run.moved", { id: run.id });
  }

  get #progress(): number {
    return this.#state.progressWith(this.#scope.told.sum);
  }

  #isIdle(): boolean {
    if (Date.now() - this.#movedAt < IDLE_MS) return false;
    return (
      this.#ended.length === 0 &&
      [...this.#active.values()].every(({ jobs, others }) => jobs > 0 && others === 0)
    );
  }

  async #finish(): Promise<void> {
    const { host, run, task, steps, jobs } = this.#scope;
    // A node may have ended while something that it had asked for was still being begun.
    const hasLeft = [...steps.values()].some(({ jobId, status }) =>
      jobId === null ? status === "running" : !jobs.costs.has(jobId),
    );
    if (hasLeft || this.#state.hasErrors || jobs.size > 0) {
      const begun = await findSteps(host.read, { runId: run.id, status: "running" });
      // Throws when the run was resumed meanwhile: what the resumed run has begun must not be called off.
      await writeRun(this.#scope, async () => {});
      await callOffSteps(host, run.id, begun);
    }
    await finishRun(host, task, run, this.#state.hasErrors ? "error" : "complete");
  }
}
