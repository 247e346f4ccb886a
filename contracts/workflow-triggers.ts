import { z } from "zod";
import { contract, ok } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { page, total } from "./pagination.js";
import { runInputs } from "./workflows.js";

export const MAX_TRIGGERS = 20;
/** Of all workflows together, also those that are switched off. */
export const MAX_ACCOUNT_TRIGGERS = 200;
/** Enabled ones that hear the publishes of one project: each publish starts that many runs at most. */
export const MAX_LISTENING = 20;
/** Calls of one address in a minute. */
export const MAX_INBOUND = 60;

const schedule = z.strictObject({
  cron: z
    .string("must be a cron expression")
    .min(1, "must be a cron expression of five fields, or six with seconds first")
    .max(100, "must have at most 100 characters")
    .describe("Five fields, or six with seconds first: `0 9 * * 1-5`."),
  timeZone: z
    .string("must be an IANA time zone")
    .max(64, "must be an IANA time zone")
    .default("UTC")
    .describe(
      "An IANA time zone. A time that a change of clocks leaves out comes right after the gap, one that comes twice counts the first time.",
    ),
});
const event = z.strictObject({
  type: z.string("must name a content type").min(1, "must name a content type").max(64),
  documentInput: z
    .string()
    .max(1000)
    .optional()
    .describe(
      "Id of a node that takes text: its run is given the document as JSON, with `_id` and `_version`.",
    ),
});
const inbound = z.strictObject({});

const kinds = {
  schedule: schedule.optional().describe("Runs at times."),
  event: event
    .optional()
    .describe(
      "Runs when a document of a type is published; not by what a run publishes. A project has at most 20 that are enabled.",
    ),
  inbound: inbound.optional().describe("Runs when its address is called."),
};
export type ScheduleSettings = z.infer<typeof schedule>;
export type EventSettings = z.infer<typeof event>;
export type TriggerSettings = ScheduleSettings | EventSettings | z.infer<typeof inbound>;

const common = {
  inputs: runInputs.describe("What its runs are given, as of execute."),
  dailyCredits: z
    .int("must be a whole number from 0 to 1,000,000")
    .min(0, "must be a whole number from 0 to 1,000,000")
    .max(1_000_000, "must be a whole number from 0 to 1,000,000")
    .describe(
      "What runs that it starts on one day (UTC) may spend together. A node that costs more than what is left fails.",
    ),
  enabled: z.boolean("must be true or false").describe("Whether it starts runs."),
};

export const workflowTrigger = z.strictObject({
  id: z.string(),
  workflowId: z.string(),
  ownerId: z.string().describe("Whose runs they are, and whose credits they take, as for runs of their own."),
  kind: z.enum(["schedule", "event", "inbound"]),
  schedule: schedule.optional(),
  event: event.optional(),
  inputs: z.record(z.string(), z.unknown()),
  projectId: z.string().nullable(),
  dailyCredits: z.int(),
  spentToday: z.int().describe("Spent or held by runs that it started today (UTC)."),
  enabled: z.boolean(),
  nextAt: timestamp().nullable().describe("Of an enabled schedule: the next tick."),
  url: z
    .string()
    .optional()
    .describe("Of an inbound trigger, for its owner: `POST` here starts a run. Keep it secret."),
  createdAt: timestamp(),
  updatedAt: timestamp(),
});
export type WorkflowTriggerView = z.infer<typeof workflowTrigger>;

export const triggerFire = z.strictObject({
  id: z.string(),
  tick: z.string().describe("The tick's time, the document's version, or the event that the caller named."),
  status: z
    .enum(["waiting", "started", "refused", "missed", "credential_ended"])
    .describe(
      "`credential_ended`: the key or agent that made or last changed the trigger has ended, or its session by a reset of the password, which switched the trigger off.",
    ),
  runId: z.string().nullable(),
  detail: z.string().nullable().describe("Why no run was started."),
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
    "Has runs of a workflow start by themselves: on a schedule, when a document is published, or when an address is called. Exactly one of schedule, event and inbound. The caller owns it.",
  params: z.strictObject({
    id: uuid(),
    ...kinds,
    inputs: common.inputs.default({}),
    projectId: uuid()
      .nullish()
      .describe("The shared project whose owner's credits a personal workflow takes."),
    dailyCredits: common.dailyCredits,
    enabled: common.enabled.default(true).describe("Whether it starts runs."),
  }),
  result: answer,
  audience: "account",
  rest: { method: "POST", path: of },
  area: "workflows",
  spends: true,
});

export const listTriggers = contract({
  name: "workflows.listTriggers",
  description: "The triggers of a workflow, at most 20, oldest first.",
  params: z.object({ id: uuid() }),
  result: z.strictObject({ triggers: z.array(workflowTrigger), total }),
  audience: "account",
  rest: { method: "GET", path: of },
  area: "workflows",
});

export const getTrigger = contract({
  name: "workflows.getTrigger",
  description: "A trigger of a workflow.",
  params: z.object(named),
  result: answer,
  audience: "account",
  rest: { method: "GET", path: one },
  area: "workflows",
});

export const updateTrigger = contract({
  name: "workflows.updateTrigger",
  description:
    "Changes a trigger: its owner. From then on it acts by the credential that changed it. The project's owner, whose credits its runs take, may switch it off. Its kind stays.",
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
      .describe("Gives an inbound trigger a new address; the old one ends."),
  }),
  result: answer,
  audience: "account",
  rest: { method: "PATCH", path: one },
  area: "workflows",
});

export const deleteTrigger = contract({
  name: "workflows.deleteTrigger",
  description: "Deletes a trigger with its log: its owner, or the project's. Runs that it started stay.",
  params: z.object(named),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: one },
  area: "workflows",
});

export const listFires = contract({
  name: "workflows.triggerLog",
  description: "When a trigger fired in the last 30 days and what came of it, newest first.",
  params: z.object({ ...named, ...page({ default: 50, max: 200 }) }),
  result: z.strictObject({ fires: z.array(triggerFire), total }),
  audience: "account",
  rest: { method: "GET", path: `${one}/log` },
  area: "workflows",
});

export const fireTrigger = contract({
  name: "workflows.fireTrigger",
  description:
    "The address of an inbound trigger, which its signature opens. With eventId a repeat starts no second run.",
  params: z.strictObject({
    triggerId: uuid(),
    signature: z
      .string()
      .max(200)
      .describe("HMAC of the body with the trigger's secret, for senders that cannot set a header."),
    inputs: common.inputs.optional().describe("Beside those of the trigger, and in their place."),
    eventId: z
      .string("must be text")
      .min(1, "must have 1 to 150 characters")
      .max(150, "must have 1 to 150 characters")
      .optional()
      .describe("What the call is about: the same eventId starts one run."),
  }),
  result: z.strictObject({ fire: triggerFire }),
  audience: "public",
  rest: {
    method: "POST",
    path: "/v1/workflow-triggers/:triggerId/fire",
    query: ["signature"],
    line: "inbound triggers",
  },
  effect: "write",
});
