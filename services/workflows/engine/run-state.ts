import type { WorkflowRunNode } from "../../../entities/workflow-run-node.js";
import { followersOf, type PlannedNode } from "../graph/plan-graph.js";
import { hasEnded, type NodeChange, nodeChange } from "./run-rows.js";
import type { NodeValue } from "../../../plugins/kit/node-value.js";

type Row = Pick<WorkflowRunNode, "place" | "status" | "outputs">;

/**
 * Tells whether a node failed. A skipped node did not: it follows from a failure, or from an output that may stay
 * empty.
 */
const isFailure = (status: Row["status"]): boolean => status === "error" || status === "stopped";

/**
 * Decides which nodes of a run may begin, and which never will, without doing any work. A node begins when all
 * nodes that it needs are complete; it is skipped when one of them has failed or was skipped.
 */
export class RunState {
  readonly #planned: readonly PlannedNode[];
  readonly #followers: readonly (readonly number[])[];
  readonly #status: (Row["status"] | undefined)[] = [];
  readonly #outputs: (Record<string, NodeValue> | null)[] = [];
  /** The number of nodes that each node still waits for, by place. */
  readonly #open: number[] = [];
  /** The nodes that may begin, in the order of the graph. */
  readonly #ready = new Set<number>();
  #left = 0;
  hasErrors = false;

  constructor(planned: readonly PlannedNode[], rows: readonly Row[]) {
    this.#planned = planned;
    this.#followers = followersOf(planned);
    for (const { place, status, outputs } of rows) {
      this.#status[place] = status;
      this.#outputs[place] = outputs;
    }
    for (const { place, needs } of planned) {
      const status = this.#status[place] ?? "pending";
      if (hasEnded(status)) {
        this.hasErrors ||= isFailure(status);
        continue;
      }
      this.#left += 1;
      this.#open[place] = needs.filter((need) => this.#status[need] !== "complete").length;
      if (this.#open[place] === 0) this.#ready.add(place);
    }
  }

  /** The number of nodes that have not ended. */
  get left(): number {
    return this.#left;
  }

  /**
   * Returns the run's progress: the share of ended nodes, with `running` as the sum of what the running nodes
   * report.
   */
  progressWith(running: number): number {
    const all = this.#planned.length;
    return all === 0 ? 1 : (all - this.#left + running) / all;
  }

  valueOf = (place: number, port: string): NodeValue | undefined => this.#outputs[place]?.[port];

  /**
   * Ends the nodes that need no work: those that cannot run, and those that depend on failed ones. Returns the
   * changes.
   */
  decided(): Map<number, NodeChange> {
    const changes = new Map<number, NodeChange>();
    for (const { place, problem } of this.#planned) {
      if (problem !== null && !this.#hasEnded(place))
        this.#end(place, nodeChange("error", { detail: problem }), changes);
    }
    for (const { place } of this.#planned) {
      const status = this.#status[place];
      if (status !== undefined && hasEnded(status) && status !== "complete") this.#skipAfter(place, changes);
    }
    return changes;
  }

  /** Records how a node ended. Returns its change and those that follow from it. */
  end(place: number, change: NodeChange): Map<number, NodeChange> {
    const changes = new Map<number, NodeChange>();
    if (this.#hasEnded(place)) return changes;
    this.#end(place, change, changes);
    if (change.status === "complete") this.#openAfter(place);
    else this.#skipAfter(place, changes);
    return changes;
  }

  /** Takes up to `count` nodes that may begin. */
  take(count: number): PlannedNode[] {
    const taken: PlannedNode[] = [];
    for (const place of this.#ready) {
      if (taken.length >= count) break;
      this.#ready.delete(place);
      const planned = this.#planned[place];
      if (planned !== undefined) taken.push(planned);
    }
    return taken;
  }

  #hasEnded(place: number): boolean {
    return hasEnded(this.#status[place] ?? "pending");
  }

  #end(place: number, change: NodeChange, changes: Map<number, NodeChange>): void {
    this.#status[place] = change.status;
    this.#outputs[place] = change.outputs;
    this.#ready.delete(place);
    this.#left -= 1;
    this.hasErrors ||= isFailure(change.status);
    changes.set(place, change);
  }

  #openAfter(place: number): void {
    for (const next of this.#followers[place] ?? []) {
      if (this.#hasEnded(next)) continue;
      const open = (this.#open[next] ?? 1) - 1;
      this.#open[next] = open;
      if (open === 0) this.#ready.add(next);
    }
  }

  #skipAfter(place: number, changes: Map<number, NodeChange>): void {
    const failed = [place];
    for (let at = failed.pop(); at !== undefined; at = failed.pop()) {
      for (const next of this.#followers[at] ?? []) {
        if (this.#hasEnded(next)) continue;
        this.#end(next, nodeChange("skipped"), changes);
        failed.push(next);
      }
    }
  }
}
