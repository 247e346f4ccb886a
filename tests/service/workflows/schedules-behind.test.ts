import { randomUUID } from "node:crypto";
import test from "ava";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { Host } from "../../../runtime/process/host.js";
import { Signals } from "../../../runtime/cluster/signals.js";
import { TaskQueue } from "../../../engines/durable-queue/index.js";
import { SCHEDULE_QUEUE } from "../../../services/workflows/triggers/queues.js";
import { scheduleTask } from "../../../services/workflows/triggers/schedule-task.js";
import { openTestStore } from "../../helpers/open-test-store.js";
import { waitUntil } from "../../helpers/wait-until.js";

const db = await openTestStore();
test.after.always(() => db.close());

/** Number of accounts, equal to the number of slots. Each has a schedule that ticks every second and is late by BEHIND_MS. */
const BEHIND = 16;
const BEHIND_MS = 60_000;

async function makeSchedule(queue: TaskQueue, ownerId: string, nextAt: number): Promise<string> {
  const id = randomUUID();
  await db.transact(async (tx) => {
    await tx.insert(WorkflowTrigger, {
      id,
      workflowId: randomUUID(),
      ownerId,
      ownerEmail: "o@kiln.test",
      credentialKind: null,
      credentialId: null,
      scopes: null,
      kind: "schedule",
      settings: { cron: "* * * * * *", timeZone: "UTC" },
      inputs: {},
      projectId: null,
      listensTo: null,
      isEnabled: true,
      dailyCredits: 0,
      nextAt,
      addressTurn: 0,
      createdAt: 0,
      updatedAt: 0,
    } as never);
    await queue.enqueue(tx, { queue: SCHEDULE_QUEUE, subject: id, payer: ownerId });
  });
  return id;
}

const newQueue = () =>
  new TaskQueue({
    database: db.database,
    signals: new Signals(new ServiceBroker({ logger: false })),
    log: pino({ level: "silent" }),
    leaseMs: 60_000,
    isAlone: false,
  });

test.serial(
  "a schedule that is changed while its tick is fired ticks on as it was changed (rules/workflows 48)",
  async (t) => {
    const queue = newQueue();
    const second = Math.floor(Date.now() / 1000) * 1000;
    const id = await makeSchedule(queue, "changed", second);
    let isFirst = true;
    const transact = async (work: Parameters<Host["transact"]>[0]) => {
      const settings = { cron: "0 0 1 7 *", timeZone: "UTC" };
      // The change has the tick that is fired at this moment for its own next one.
      if (isFirst) await db.transact((tx) => tx.update(WorkflowTrigger, { id }, { settings }));
      isFirst = false;
      return db.transact(work);
    };
    const host = { read: db.read, transact, tasks: queue, fault() {} } as unknown as Host;
    const task = { subject: id, signal: new AbortController().signal, guard: async () => {} };
    await scheduleTask(host).run(task as never);
    const { nextAt } = (await db.read.findOne(WorkflowTrigger, { id })) ?? {};
    t.regex(new Date(nextAt ?? 0).toISOString(), /-07-01T00:00:00/);
    t.is((await db.read.find(WorkflowTriggerFire, { triggerId: id })).length, 1);
    await db.transact((tx) => tx.run("DELETE FROM tasks"));
  },
);

test.serial(
  "schedules that are behind leave their slots to one whose tick has come (rules/running 24)",
  async (t) => {
    const queue = newQueue();
    const host = { read: db.read, transact: db.transact, tasks: queue, fault() {} } as unknown as Host;
    const handler = scheduleTask(host);
    t.is(handler.concurrency, BEHIND);
    const second = Math.floor(Date.now() / 1000) * 1000;
    for (let n = 0; n < BEHIND; n += 1)
      await makeSchedule(queue, `behind-${String(n).padStart(2, "0")}`, second - BEHIND_MS);
    const punctual = await makeSchedule(queue, "punctual", second);
    queue.handle(handler);
    await queue.start();
    const fires = () => db.read.find(WorkflowTriggerFire, {});
    await waitUntil(async () => (await fires()).some(({ triggerId }) => triggerId === punctual));
    await db.transact((tx) => tx.run("UPDATE workflow_triggers SET isEnabled = 0"));
    await queue.drain(5000);
    const all = (await fires()).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const before = all.slice(
      0,
      all.findIndex(({ triggerId }) => triggerId === punctual),
    );
    // Each schedule has had a turn of eight ticks, and those whose turn ended first may have had another one.
    for (const [trigger, own] of Map.groupBy(before, ({ triggerId }) => triggerId))
      t.true(own.length <= 24, `${own.length} ticks of ${trigger} before the punctual one`);
  },
);
