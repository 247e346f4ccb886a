import { randomUUID } from "node:crypto";
import test from "ava";
import { Workflow } from "../../../entities/workflow.js";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import type { Host } from "../../../runtime/process/host.js";
import { updateOne } from "../../../services/workflows/triggers/save-trigger.js";
import type { TriggerSeen } from "../../../services/workflows/triggers/triggers.policy.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

test("the next tick is that of the schedule that is saved, also where it was changed meanwhile (rules/workflows 48)", async (t) => {
  const ownerId = randomUUID();
  const workflow = {
    id: randomUUID(),
    projectId: randomUUID(),
    creatorId: ownerId,
    name: "w",
    graph: { nodes: [], edges: [] },
    nodeCount: 0,
    previewStorageId: null,
    previewKind: null,
    previewRunAt: null,
    createdAt: 0,
    updatedAt: 0,
    deletedAt: null,
  };
  const settings = { cron: "0 0 1 1 *", timeZone: "UTC" };
  const trigger = {
    id: randomUUID(),
    workflowId: workflow.id,
    ownerId,
    ownerEmail: "o@kiln.test",
    credentialKind: null,
    credentialId: null,
    scopes: null,
    kind: "schedule" as const,
    settings,
    inputs: {},
    projectId: null,
    listensTo: null,
    isEnabled: false,
    dailyCredits: 0,
    nextAt: null,
    addressTurn: 0,
    createdAt: 0,
    updatedAt: 0,
  };
  await db.transact(async (tx) => {
    await tx.insert(Workflow, workflow);
    await tx.insert(WorkflowTrigger, { ...trigger, settings: { ...settings, cron: "0 0 1 7 *" } });
  });
  const queued: number[] = [];
  const tasks = { enqueue: async (_tx: unknown, { afterMs }: { afterMs: number }) => queued.push(afterMs) };
  const host = { transact: db.transact, tasks } as unknown as Host;
  const context = { auth: { accountId: ownerId, scopes: null } } as unknown as ActionContext;
  // The trigger as it was seen before somebody changed its schedule.
  const seen = { workflow, trigger } as unknown as TriggerSeen;
  const saved = await updateOne(host, context, seen, { enabled: true } as never);
  t.deepEqual(saved.settings, { cron: "0 0 1 7 *", timeZone: "UTC" });
  t.is(new Date(saved.nextAt ?? 0).toISOString().slice(5), "07-01T00:00:00.000Z");
  t.is(queued.length, 1);
  const stored = await db.read.findOne(WorkflowTrigger, { id: trigger.id });
  t.is(stored?.nextAt, saved.nextAt);
});
