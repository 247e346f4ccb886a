import { ServiceError } from "../../../contracts/errors.js";
import type { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import type { NodeMaterial } from "../../../plugins/kit/workflow-node.js";
import type { PlannedNode } from "../graph/plan-graph.js";
import { readSettings, SettingProblem } from "../graph/read-settings.js";
import { checkOutputs } from "./check-outputs.js";
import { gatherInputs } from "./gather-inputs.js";
import { contentKeyOf } from "../reuse/content-key.js";
import { findEarlier } from "../reuse/find-earlier.js";
import { longTexts } from "./long-texts.js";
import { makeContext, type Pending } from "./node-context.js";
import type { RunScope } from "./run-scope.js";
import { type NodeChange, nodeChange } from "./run-rows.js";
import { actAsStarter } from "./starter.js";
import { isRefusal, NodeFailure, NothingCame } from "./step-refusal.js";
import { fromDatabase } from "../../../runtime/errors/from-database.js";
import { reasonOf } from "../../../runtime/errors/reason-of.js";
import type { NodeValue } from "../../../plugins/kit/node-value.js";

/** Returns the value of an upstream node's port, if it has one. */
export type ValueOf = (place: number, port: string) => NodeValue | undefined;

/**
 * Calls a node's function and returns how the node ended; null when this process left the run before. Never
 * throws: an error that is not about the node goes to `scope.fail`.
 */
export async function invokeNode(
  scope: RunScope,
  planned: PlannedNode,
  valueOf: ValueOf,
  pending: Pending,
): Promise<NodeChange | null> {
  const { place, node, definition } = planned;
  const { host, run } = scope;
  const own = new AbortController();
  const signal = AbortSignal.any([scope.signal, own.signal]);
  try {
    if (definition === null) throw new NodeFailure(`Unknown node type "${node.type}".`);
    const settings = readSettings(definition, node.data);
    const inputs = gatherInputs(planned, settings, valueOf);
    await longTexts.turn(inputs);
    const context = makeContext(scope, place, { inputs, settings }, signal, pending);
    return await host.plugins.use(definition, async () => {
      const contentHash = await contentKeyOf(host, run, definition, context);
      const earlier = await takeOver(scope, place, contentHash, context);
      if (earlier !== null) return nodeChange("complete", { outputs: earlier, contentHash, isCached: true });
      const given = await withinTime(
        definition.run(context),
        host.config.upstreamTimeoutMs,
        pending,
        scope.signal,
      );
      return nodeChange("complete", { outputs: checkOutputs(definition, given), contentHash });
    });
  } catch (thrown) {
    const error = fromDatabase(thrown);
    // An error that the node throws after it was told to stop is not its failure.
    if (scope.signal.aborted) return null;
    if (error instanceof NothingCame) return nodeChange("skipped");
    if (error instanceof ServiceError && !isRefusal(error)) {
      scope.fail(error);
      return null;
    }
    if (!(error instanceof NodeFailure) && !(error instanceof SettingProblem))
      host.log.info(
        { run: run.id, node: node.id, type: node.type, err: error },
        "a node of a workflow threw",
      );
    return nodeChange("error", { detail: messageOf(error) });
  } finally {
    own.abort();
  }
}

/**
 * Returns the outputs of an equal node of an earlier run, if the run reuses results. A node that has steps of its
 * own goes on with those.
 */
async function takeOver(
  { host, run, steps }: RunScope,
  place: number,
  contentHash: string | null,
  material: NodeMaterial,
): Promise<Record<string, NodeValue> | null> {
  if (!run.reuses || contentHash === null) return null;
  for (const step of steps.values()) if (step.place === place) return null;
  return findEarlier(host, await actAsStarter(host, run), run.payerId, contentHash, material);
}

const messageOf = (error: unknown): string => {
  const message = reasonOf(error);
  return (message === "" ? "The node failed." : message).toWellFormed().slice(0, 4000);
};

/**
 * Ends with the work, with its time, or when the process leaves the run: a node that waits for a job never hears of that.
 * Time in which it waits for its own steps does not count: they have limits of their own.
 */
async function withinTime<T>(
  work: Promise<T>,
  limitMs: number,
  pending: Pending,
  left: AbortSignal,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let leave = (): void => {};
  let idleMs = 0;
  const everyMs = Math.min(1000, limitMs);
  const late = new Promise<never>((_resolve, reject) => {
    leave = () => reject(new Error("The process left the run."));
    if (left.aborted) leave();
    left.addEventListener("abort", leave);
    timer = setInterval(() => {
      idleMs = pending.jobs + pending.others > 0 ? 0 : idleMs + everyMs;
      if (idleMs >= limitMs) reject(new NodeFailure("The node did not end in time."));
    }, everyMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearInterval(timer);
    left.removeEventListener("abort", leave);
  }
}

/** Returns the sum of what a node's steps cost. */
export const costOf = (
  steps: Iterable<WorkflowRunStep>,
  place: number,
  jobCosts: ReadonlyMap<string, number>,
): number => {
  let sum = 0;
  for (const step of steps)
    if (step.place === place)
      sum += step.jobId === null ? (step.costCredits ?? 0) : (jobCosts.get(step.jobId) ?? 0);
  return sum;
};
