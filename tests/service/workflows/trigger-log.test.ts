import { randomUUID } from "node:crypto";
import test from "ava";
import { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import { sweepFires } from "../../../services/workflows/triggers/sweep-fires.js";
import type { Kiln } from "../../../start.js";
import { Client, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { graphOf, makeWorkflow, promptNode } from "../../helpers/workflows.js";

const DAY_MS = 24 * 3600_000;

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

async function makeTriggers(ownerId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await kiln.host.transact((tx) =>
    tx.insert(
      WorkflowTrigger,
      ids.map((id) => ({
        id,
        workflowId: randomUUID(),
        ownerId,
        ownerEmail: "o@kiln.test",
        credentialKind: null,
        credentialId: null,
        scopes: null,
        kind: "inbound" as const,
        settings: {},
        inputs: {},
        projectId: null,
        listensTo: null,
        isEnabled: true,
        dailyCredits: 0,
        nextAt: null,
        addressTurn: 0,
        createdAt: 0,
        updatedAt: 0,
      })) as never,
    ),
  );
  return ids;
}

const fireOf = (triggerId: string, ageMs: number, status: WorkflowTriggerFire["status"] = "started") => ({
  id: randomUUID(),
  triggerId,
  tick: `call ${randomUUID()}`,
  status,
  runId: null,
  detail: null,
  inputs: {},
  budgetId: null,
  createdAt: Date.now() - ageMs,
});
const some = (count: number, triggerId: string, ageMs: number) =>
  Array.from({ length: count }, () => fireOf(triggerId, ageMs));

async function insert(...fires: ReturnType<typeof fireOf>[]): Promise<void> {
  for (let at = 0; at < fires.length; at += 500)
    await kiln.host.transact((tx) => tx.insert(WorkflowTriggerFire, fires.slice(at, at + 500) as never));
}
const sweep = () =>
  sweepFires(kiln.host, {
    now: Date.now(),
    signal: new AbortController().signal,
    most: { account: 20_000, trigger: 1000 },
  });
const left = (triggerId: string) => kiln.host.read.find(WorkflowTriggerFire, { triggerId });

test.serial(
  "the logs of an account's triggers keep the newest fires, an equal share each, and what waits beyond them (rules/workflows 42)",
  async (t) => {
    const [full = "", other = ""] = await makeTriggers(randomUUID(), 200);
    const [alone = ""] = await makeTriggers(randomUUID(), 1);
    const waits = fireOf(full, 3 * DAY_MS, "waiting");
    const old = some(700, full, 2 * DAY_MS);
    await insert(waits, ...old, ...some(100, full, DAY_MS));
    await insert(...some(100, other, DAY_MS), ...some(110, alone, DAY_MS), fireOf(alone, 31 * DAY_MS));
    await sweep();
    t.is((await left(full)).length, 101);
    t.is((await left(alone)).length, 110);
    const kept = new Set((await left(full)).map(({ id }) => id));
    t.true(kept.has(waits.id));
    t.false(old.some(({ id }) => kept.has(id)));
    t.is((await left(other)).length, 100);
  },
);

test.serial("the log of one trigger keeps its newest fires (rules/workflows 42)", async (t) => {
  const [full = ""] = await makeTriggers(randomUUID(), 1);
  await insert(...some(50, full, 2 * DAY_MS), ...some(1000, full, DAY_MS));
  await sweep();
  t.is((await left(full)).length, 1000);
  t.true((await left(full)).every(({ createdAt }) => createdAt > Date.now() - 1.5 * DAY_MS));
});

test.serial(
  "the log tells a refusal in 500 characters, however much of the caller's words it repeats (rules/workflows 42)",
  async (t) => {
    const { api } = await signUp(kiln.url);
    const id = await makeWorkflow(api, graphOf([promptNode("p", "words")]));
    const made = await api.post(`/v1/workflows/${id}/triggers`, { inbound: {}, dailyCredits: 1 });
    const fire = async (inputs: object) =>
      (await new Client("", {}).post(made.body.trigger.url, { inputs })).body.fire;
    const refused = await fire({ p: { ["x".repeat(50_000)]: 1 } });
    t.is(refused.status, "refused");
    t.regex(refused.detail, /^inputs\.p: unknown field "xx/);
    t.is(refused.detail.length, 500);
    const unknown = await fire({ ["y".repeat(50_000)]: { text: "a" } });
    t.is(unknown.status, "refused");
  },
);
