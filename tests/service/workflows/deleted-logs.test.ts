import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { WorkflowTriggerDay } from "../../../entities/workflow-trigger-day.js";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import { insertFires } from "../../../services/workflows/triggers/fires.js";
import { FIRE_QUEUE, LOG_QUEUE } from "../../../services/workflows/triggers/queues.js";
import { startFire } from "../../../services/workflows/triggers/start-fire.js";
import { findTrigger } from "../../../services/workflows/triggers/trigger.repository.js";
import type { Kiln } from "../../../start.js";
import { type Client, type Person, signUp } from "../../helpers/client.js";
import { recordStatements } from "../../helpers/record-statements.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { graphOf, makeWorkflow, promptNode } from "../../helpers/workflows.js";

const FIRES = 700;

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

/** Makes a trigger that has fired many times, and had runs on some days. */
async function makeFired(api: Client, workflowId: string): Promise<string> {
  const made = await api.post(`/v1/workflows/${workflowId}/triggers`, { inbound: {}, dailyCredits: 1 });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const triggerId: string = made.body.trigger.id;
  const fires = Array.from({ length: FIRES }, () => ({
    id: randomUUID(),
    triggerId,
    tick: `call ${randomUUID()}`,
    status: "started" as const,
    runId: null,
    detail: null,
    inputs: {},
    budgetId: null,
    createdAt: Date.now(),
  }));
  const days = ["2026-01-01", "2026-01-02"].map((day) => ({
    id: `${triggerId}.${day}`,
    triggerId,
    credits: 0,
  }));
  await kiln.host.transact(async (tx) => {
    await tx.insert(WorkflowTriggerFire, fires);
    await tx.insert(WorkflowTriggerDay, days);
  });
  return triggerId;
}

const left = async (triggerId: string): Promise<number> =>
  (await kiln.host.read.count(WorkflowTriggerFire, { triggerId })) +
  (await kiln.host.read.count(WorkflowTriggerDay, { triggerId }));

/** Deletes something, waits until the logs of these triggers are gone, and looks at the statements of that. */
async function deletes(t: ExecutionContext, path: string, triggerIds: readonly string[]): Promise<void> {
  const recorded = recordStatements(kiln.host.database);
  try {
    t.is((await ann.api.delete(path)).status, 200);
    for (const triggerId of triggerIds) await until(async () => (await left(triggerId)) === 0);
  } finally {
    recorded.end();
  }
  const of = (table: string) =>
    recorded.asked.filter((sql) => sql.startsWith("DELETE") && sql.includes(table));
  const fires = of("workflow_trigger_fires");
  t.true(fires.length > triggerIds.length, "the log goes in several statements");
  for (const sql of fires) t.regex(sql, /\bid\W+IN\b/, "each statement names the rows that it deletes");
  for (const sql of of("workflow_trigger_days")) t.regex(sql, /\bid > /, "days are found by their ids");
}

test.serial("a deleted trigger's log is removed in batches, others' stay", async (t) => {
  const id = await makeWorkflow(ann.api, graphOf([promptNode("p", "words")]));
  const [gone, stays] = [await makeFired(ann.api, id), await makeFired(ann.api, id)];
  await deletes(t, `/v1/workflows/${id}/triggers/${gone}`, [gone]);
  t.is((await ann.api.get(`/v1/workflows/${id}/triggers/${gone}/fires`)).status, 404);
  t.is(await left(stays), FIRES + 2);
});

test.serial("the logs of a deleted workflow's triggers are removed in batches", async (t) => {
  const id = await makeWorkflow(ann.api, graphOf([promptNode("p", "words")]));
  const triggers = [await makeFired(ann.api, id), await makeFired(ann.api, id), await makeFired(ann.api, id)];
  await deletes(t, `/v1/workflows/${id}`, triggers);
});

test.serial(
  "a trigger that is deleted while its run is about to start starts none (rules/workflows 33)",
  async (t) => {
    const workflowId = await makeWorkflow(ann.api, graphOf([promptNode("p", "words")]));
    const { body } = await ann.api.post(`/v1/workflows/${workflowId}/triggers`, {
      inbound: {},
      dailyCredits: 1,
    });
    const trigger = await findTrigger(kiln.host.read, { id: body.trigger.id });
    if (trigger === null) return t.fail("The trigger is not there.");
    for (const queue of [FIRE_QUEUE, LOG_QUEUE]) kiln.host.tasks.forget(queue);
    const [fire] = await kiln.host.transact((tx) =>
      insertFires(kiln.host, tx, [{ trigger, tick: "call one", inputs: {} }]),
    );
    await ann.api.delete(`/v1/workflows/${workflowId}/triggers/${trigger.id}`);
    // The start has read the trigger before it was deleted, and the fire is still there.
    const read = Object.create(kiln.host.read, {
      findOne: {
        value: (entity: unknown, where: never) =>
          entity === WorkflowTrigger
            ? trigger
            : kiln.host.read.findOne(entity as typeof WorkflowTrigger, where),
      },
    }) as Kiln["host"]["read"];
    await startFire(Object.create(kiln.host, { read: { value: read } }) as Kiln["host"], fire?.id ?? "");
    t.is((await ann.api.get(`/v1/workflows/${workflowId}/runs`)).body.total, 0);
  },
);
