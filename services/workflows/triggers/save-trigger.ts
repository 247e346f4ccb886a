import { isDeepStrictEqual } from "node:util";
import { v7 } from "uuid";
import { listTypes } from "../../../contracts/content-types.js";
import type { ParamsOf } from "../../../contracts/contract.js";
import { invalidParams, notFound, ServiceError } from "../../../contracts/errors.js";
import { noSuchNode, takesNoInputs } from "../../../contracts/sentences.js";
import {
  type createTrigger,
  type EventSettings,
  MAX_ACCOUNT_TRIGGERS,
  MAX_TRIGGERS,
  type ScheduleSettings,
  type TriggerSettings,
  type updateTrigger,
} from "../../../contracts/workflow-triggers.js";
import type { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import * as projects from "../../projects/index.js";
import { actsBy } from "../acts-by.js";
import { applyInputs } from "../check-inputs.js";
import { findNodeType } from "../graph/node-types.js";
import { billingProject, refuseOtherProject } from "../start-run.js";
import { lockWorkflow } from "../workflow.repository.js";
import type { WorkflowSeen } from "../workflows.policy.js";
import { allowListening, listening, plan, type Planned, schedule, type Standing } from "./standing.js";
import { checkSchedule } from "./ticks.js";
import { changeTrigger, countTriggers, insertTrigger, lockTrigger } from "./trigger.repository.js";
import { isSwitchOff, type TriggerSeen } from "./triggers.policy.js";

const KINDS = ["schedule", "event", "inbound"] as const;

/** Creates a trigger that the caller owns. Throws `invalid_params` for settings and inputs that its runs would be refused for. */
export async function createOne(
  host: Host,
  context: ActionContext,
  seen: WorkflowSeen,
  request: ParamsOf<typeof createTrigger>,
): Promise<WorkflowTrigger> {
  const { workflow } = seen;
  const { auth } = context;
  const given = KINDS.filter((kind) => request[kind] !== undefined);
  const [kind] = given;
  if (kind === undefined || given.length > 1)
    throw invalidParams("Name exactly one of schedule, event and inbound.");
  const settings: TriggerSettings = request[kind] ?? {};
  refuseOtherProject(seen, request);
  await check(host, context, seen, { kind, settings, inputs: request.inputs });
  const { isEnabled, nextAt } = await plan(kind, { settings, isEnabled: request.enabled });
  const now = Date.now();
  const trigger: WorkflowTrigger = {
    id: v7(),
    workflowId: workflow.id,
    ownerId: auth.accountId,
    ownerEmail: auth.email,
    ...actsBy(auth),
    kind,
    settings,
    inputs: request.inputs,
    projectId: billingProject(seen, request),
    isEnabled,
    dailyCredits: request.dailyCredits,
    addressTurn: 1,
    nextAt,
    listensTo: listening(workflow, { kind, isEnabled }),
    createdAt: now,
    updatedAt: now,
  };
  await host.transact(async (tx) => {
    // The account's other triggers may be of other workflows, so the workflow's row does not lock their number.
    await projects.lockProjectsOf(tx, auth.accountId);
    await allowListening(tx, auth.accountId, trigger);
    const locked = await lockWorkflow(tx, workflow.id);
    if (locked === null || locked.deletedAt !== null) throw notFound("Unknown workflow.");
    if ((await countTriggers(tx, { workflowId: workflow.id })) >= MAX_TRIGGERS)
      throw new ServiceError("conflict", `A workflow has at most ${MAX_TRIGGERS} triggers.`);
    if ((await countTriggers(tx, { ownerId: auth.accountId })) >= MAX_ACCOUNT_TRIGGERS)
      throw new ServiceError(
        "conflict",
        `An account has at most ${MAX_ACCOUNT_TRIGGERS} triggers. Delete one first.`,
      );
    await insertTrigger(tx, trigger);
    await schedule(host, tx, trigger);
  });
  return trigger;
}

/** Changes the given fields of a trigger. Throws as creation does. */
export async function updateOne(
  host: Host,
  context: ActionContext,
  seen: TriggerSeen,
  request: ParamsOf<typeof updateTrigger>,
): Promise<WorkflowTrigger> {
  const { trigger } = seen;
  const { kind } = trigger;
  for (const other of ["schedule", "event"] as const)
    if (request[other] !== undefined && other !== kind)
      throw invalidParams(`${other}: the trigger is of kind ${kind}, and its kind stays.`);
  if (request.rotateUrl === true && kind !== "inbound")
    throw invalidParams("rotateUrl: only an inbound trigger has an address.");
  const wanted = kind === "inbound" ? undefined : request[kind];
  if (request.inputs !== undefined || wanted !== undefined)
    await check(host, context, seen, {
      kind,
      settings: wanted ?? trigger.settings,
      inputs: request.inputs ?? trigger.inputs,
    });
  const stands = { settings: wanted ?? trigger.settings, isEnabled: request.enabled ?? trigger.isEnabled };
  let planned = await plan(kind, stands);
  for (;;) {
    const { saved, wants } = await host.transact((tx) =>
      change(host, context, { tx, seen, request, planned }),
    );
    if (saved !== null) return saved;
    planned = await plan(kind, wants);
  }
}

interface Change {
  tx: Tx;
  seen: TriggerSeen;
  request: ParamsOf<typeof updateTrigger>;
  planned: Planned;
}

/**
 * Writes a change of a trigger, and gives it as it was saved. Writes nothing where the tick was searched for a schedule that
 * others have changed meanwhile, and gives how the trigger has to stand instead.
 */
async function change(
  host: Pick<Host, "tasks">,
  { auth }: Pick<ActionContext, "auth">,
  { tx, seen: { trigger, workflow }, request, planned }: Change,
): Promise<{ saved: WorkflowTrigger; wants: null } | { saved: null; wants: Standing }> {
  const { kind } = trigger;
  const wanted = kind === "inbound" ? undefined : request[kind];
  const willListen = kind === "event" && (request.enabled ?? trigger.isEnabled);
  const listensTo = willListen ? workflow.projectId : null;
  await allowListening(tx, auth.accountId, { id: trigger.id, listensTo });
  const locked = await lockWorkflow(tx, workflow.id);
  if (locked === null || locked.deletedAt !== null) throw notFound("Unknown trigger.");
  const before = await lockTrigger(tx, trigger.id);
  if (before === null) throw notFound("Unknown trigger.");
  const isEnabled = request.enabled ?? before.isEnabled;
  const isSame = wanted === undefined && isEnabled === before.isEnabled;
  // Fields that are not named keep their present values, not those from when the request came.
  const wants: Standing = { settings: wanted ?? before.settings, isEnabled };
  const { nextAt, ...searched } = planned;
  if (kind === "schedule" && !isSame && !isDeepStrictEqual(searched, wants)) return { saved: null, wants };
  const fields = {
    ...wants,
    inputs: request.inputs ?? before.inputs,
    dailyCredits: request.dailyCredits ?? before.dailyCredits,
    addressTurn: before.addressTurn + (request.rotateUrl === true ? 1 : 0),
    ...(!isSwitchOff(request) && actsBy(auth)),
    ...(!isSame && { nextAt, listensTo: listening(workflow, { kind, isEnabled }) }),
    updatedAt: Math.max(Date.now(), before.updatedAt),
  };
  await changeTrigger(tx, { id: trigger.id, ...fields });
  const saved = { ...before, ...fields };
  if (!isSame) await schedule(host, tx, saved);
  return { saved, wants: null };
}

type Checked = Pick<WorkflowTrigger, "kind" | "settings" | "inputs">;

async function check(
  host: Pick<Host, "config" | "plugins">,
  context: ActionContext,
  { workflow }: WorkflowSeen,
  { kind, settings, inputs }: Checked,
): Promise<void> {
  const typeOf = (node: (typeof workflow.graph.nodes)[number]) => findNodeType(host, node)?.takes;
  await applyInputs(context, workflow.graph, inputs, typeOf);
  if (kind === "schedule")
    await checkSchedule(settings as ScheduleSettings, Date.now(), host.config.triggerMinMs);
  if (kind !== "event") return;
  const { type, documentInput } = settings as EventSettings;
  if (!(await hasType(context, workflow.projectId, type)))
    throw invalidParams(`event.type: there is no content type "${type}" in the workflow's project.`);
  if (documentInput === undefined) return;
  const node = workflow.graph.nodes.find(({ id }) => id === documentInput);
  if (node === undefined) throw invalidParams(noSuchNode(documentInput));
  if (typeOf(node)?.value !== "text") throw invalidParams(takesNoInputs(documentInput, node.type));
}

const TYPES_PAGE = 200;

/** Tells whether a project has a content type of this name. It may have more types than a page. */
async function hasType(context: ActionContext, projectId: string, name: string): Promise<boolean> {
  for (let offset = 0; ; offset += TYPES_PAGE) {
    const { contentTypes, total } = await context.call(listTypes, { projectId, limit: TYPES_PAGE, offset });
    if (contentTypes.some((type) => type.name === name)) return true;
    if (offset + TYPES_PAGE >= total) return false;
  }
}
