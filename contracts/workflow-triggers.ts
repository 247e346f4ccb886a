import { z } from "zod";
import { contract, ok } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { page, total } from "./pagination.js";
import { runInputs } from "./workflows.js";

export const MAX_TRIGGERS = 20;
/** Triggers that an account may have in all its workflows together, including those that are switched off. */
export const MAX_ACCOUNT_TRIGGERS = 200;
/**
 * Enabled triggers that may listen to the publishes of one project: each publish starts at most that many
 * runs.
 */
export const MAX_LISTENING = 20;
/** Calls that one address takes in a minute. */
export const MAX_INBOUND = 60;

const schedule = z.strictObject({
  cron: z
    .string("must be a cron expression")
    .min(1, "must be a cron expression of five fields, or six with seconds first")
    .max(100, "must have at most 100 characters")
    .describe("A cron expression of five fields, or six with seconds first: `0 9 * * 1-5`."),
  timeZone: z
    .string("must be an IANA time zone")
    .max(64, "must be an IANA time zone")
    .default("UTC")
    .describe(
      "An IANA time zone. A time that a change of clocks skips comes right after the gap; a time that comes twice counts the first time.",
    ),
});
const event = z.strictObject({
  type: z.string("must name a content type").min(1, "must name a content type").max(64),
  documentInput: z
    .string()
    .max(1000)
    .optional()
    .describe(
      "Id of a node that takes text: the run gives it the document as JSON, with `_id` and `_version`.",
    ),
});
const inbound = z.strictObject({});

const kinds = {
  schedule: schedule.optional().describe("Starts runs at times."),
  event: event
    .optional()
    .describe(
      "Starts a run when a document of a type is published, but not for documents that a run publishes. A project has at most 20 such triggers that are enabled.",
    ),
  inbound: inbound.optional().describe("Starts a run when the trigger's address is called."),
};
export type ScheduleSettings = z.infer<typeof schedule>;
export type EventSettings = z.infer<typeof event>;
export type TriggerSettings = ScheduleSettings | EventSettings | z.infer<typeof inbound>;

const common = {
  inputs: runInputs.describe("Inputs of the trigger's runs, as of execute."),
  dailyCredits: z
    .int("must be a whole number from 0 to 1,000,000")
    .min(0, "must be a whole number from 0 to 1,000,000")
    .max(1_000_000, "must be a whole number from 0 to 1,000,000")
    .describe(
      "Credits that the runs which the trigger starts on one day (UTC) may spend together. A node that costs more than the remaining credits fails.",
    ),
  enabled: z.boolean("must be true or false").describe("True when the trigger starts runs."),
};

export const workflowTrigger = z.strictObject({
  id: z.string(),
  workflowId: z.string(),
  ownerId: z
    .string()
    .describe(
      "Id of the account that owns the runs and whose credits they take, as for runs that it starts itself.",
    ),
  kind: z.enum(["schedule", "event", "inbound"]),
  schedule: schedule.optional(),
  event: event.optional(),
  inputs: z.record(z.string(), z.unknown()),
  projectId: z.string().nullable(),
  dailyCredits: z.int(),
  spentToday: z.int().describe("Credits spent or held by runs that the trigger started today (UTC)."),
  enabled: z.boolean(),
  nextAt: timestamp().nullable().describe("Time of the next tick of an enabled schedule."),
  url: z
    .string()
    .optional()
    .describe("Address of an inbound trigger, for its owner only: `POST` here starts a run. Keep it secret."),
  createdAt: timestamp(),
  updatedAt: timestamp(),
});
export type WorkflowTriggerView = z.infer<typeof workflowTrigger>;

export const triggerFire = z.strictObject({
  id: z.string(),
  tick: z.string().describe("Time of the tick, version of the document, or the event that the caller named."),
  status: z
    .enum(["waiting", "started", "refused", "missed", "credential_ended"])
    .describe(
      "Outcome of the fire. `credential_ended`: the key or agent that made or last changed the trigger has ended, or its session was ended by a password reset, and the trigger was switched off.",
    ),
  runId: z.string().nullable(),
  detail: z.string().nullable().describe("Reason why no run was started."),
  createdAt: timestamp(),
});
export type TriggerFireView = z.infer<typeof triggerFire>;

const answer = z.strictObject({ trigger: workflowTrigger });
const named = { id: uuid(), triggerId: uuid() };
const of = "/v1/workflows/:id/triggers";
const one = `${of}/:triggerId`;

export const createTrigger = contract({
  name: "workflows.createTrigger",
  description:
    "Makes a trigger that starts runs of a workflow on a schedule, when a document is published, or when an address is called. It takes exactly one of schedule, event and inbound. The caller owns the trigger.",
  params: z.strictObject({
    id: uuid(),
    ...kinds,
    inputs: common.inputs.default({}),
    projectId: uuid()
      .nullish()
      .describe("Id of the shared project whose owner's credits a personal workflow takes."),
    dailyCredits: common.dailyCredits,
    enabled: common.enabled.default(true).describe("True when the trigger starts runs."),
  }),
  result: answer,
  audience: "account",
  rest: { method: "POST", path: of },
  area: "workflows",
  spends: true,
});

export const listTriggers = contract({
  name: "workflows.listTriggers",
  description: "Lists the triggers of a workflow, at most 20, oldest first.",
  params: z.object({ id: uuid() }),
  result: z.strictObject({ triggers: z.array(workflowTrigger), total }),
  audience: "account",
  rest: { method: "GET", path: of },
  area: "workflows",
});

export const getTrigger = contract({
  name: "workflows.getTrigger",
  description: "Reads a trigger of a workflow.",
  params: z.object(named),
  result: answer,
  audience: "account",
  rest: { method: "GET", path: one },
  area: "workflows",
});

export const updateTrigger = contract({
  name: "workflows.updateTrigger",
  description:
    "Changes a trigger, for its owner. From then on it acts by the credential that changed it. The project's owner, whose credits its runs take, may switch it off. Its kind cannot change.",
  params: z.strictObject({
    ...named,
    schedule: kinds.schedule,
    event: kinds.event,
    inputs: common.inputs.optional(),
    dailyCredits: common.dailyCredits.optional(),
    enabled: common.enabled.optional(),
    rotateUrl: z
      .boolean("must be true or false")
      .optional()
      .describe("True gives an inbound trigger a new address; the old address ends."),
  }),
  result: answer,
  audience: "account",
  rest: { method: "PATCH", path: one },
  area: "workflows",
});

export const deleteTrigger = contract({
  name: "workflows.deleteTrigger",
  description:
    "Deletes a trigger with its log, for its owner or the project's owner. Runs that it started stay.",
  params: z.object(named),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: one },
  area: "workflows",
});

export const listFires = contract({
  name: "workflows.triggerLog",
  description:
    "Lists the times at which a trigger fired in the last 30 days and the outcomes, newest first: 100,000 at most, or the trigger's share of the 500,000 that an account's triggers keep.",
  params: z.object({ ...named, ...page({ default: 50, max: 200 }) }),
  result: z.strictObject({ fires: z.array(triggerFire), total }),
  audience: "account",
  rest: { method: "GET", path: `${one}/log` },
  area: "workflows",
});

export const fireTrigger = contract({
  name: "workflows.fireTrigger",
  description:
    "Fires an inbound trigger at its address; the signature opens the address. With eventId a repeat starts no second run, as long as the log keeps the first call.",
  params: z.strictObject({
    triggerId: uuid(),
    signature: z
      .string()
      .max(200)
      .describe("HMAC of the body with the trigger's secret, for senders that cannot set a header."),
    inputs: common.inputs
      .optional()
      .describe("Inputs that are added to the trigger's own, and replace those of the same node."),
    eventId: z
      .string("must be text")
      .min(1, "must have 1 to 150 characters")
      .max(150, "must have 1 to 150 characters")
      .optional()
      .describe(
        "Id of the event that the call is about: calls with the same eventId start one run, as long as the log keeps the first one.",
      ),
  }),
  result: z.strictObject({ fire: triggerFire }),
  audience: "public",
  rest: {
    method: "POST",
    path: "/v1/workflow-triggers/:triggerId/fire",
    query: ["signature"],
    caller: "inbound triggers",
  },
  effect: "write",
});
