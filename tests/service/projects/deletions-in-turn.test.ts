import { randomUUID } from "node:crypto";
import test from "ava";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { contentProjectDeleted } from "../../../contracts/project-cascade.js";
import { TaskQueue } from "../../../engines/durable-queue/index.js";
import { Project } from "../../../entities/project.js";
import { Signals } from "../../../runtime/cluster/signals.js";
import type { Database } from "../../../runtime/database/database.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import type { Host } from "../../../runtime/process/host.js";
import { DELETE_QUEUE } from "../../../services/projects/cascade.js";
import { newProject } from "../../../services/projects/new-project.js";
import { cascadeTask } from "../../../services/projects/run-cascade.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { waitUntil } from "../../helpers/wait-until.js";

let database: Database;
let queue: TaskQueue;
/** The batches of content that each project has left. */
let left: Map<string, number>;

test.beforeEach(async () => {
  database = await openTestDatabase();
  left = new Map();
});
test.afterEach.always(async () => {
  for (const id of left.keys()) left.set(id, 0);
  await queue.drain(1000);
  await database.close();
});

/** Begins to take apart what is queued. The areas answer from `left`. */
async function begin(turnMs: number): Promise<void> {
  const call = async (contract: unknown, { projectId }: { projectId: string }) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const batches = contract === contentProjectDeleted ? (left.get(projectId) ?? 0) : 0;
    if (batches > 0) left.set(projectId, batches - 1);
    return { isDone: batches <= 1 };
  };
  const host = {
    call,
    transact: (work: Parameters<Host["transact"]>[0]) => transaction(database, work),
    fault: undefined,
  } as unknown as Pick<Host, "call" | "transact" | "fault">;
  queue.handle(cascadeTask(host, turnMs));
  await queue.start();
}

/** Marks a project with so many batches as deleted and queues the rest of its deletion. */
async function remove(ownerId: string, batches: number): Promise<string> {
  const id = randomUUID();
  left.set(id, batches);
  await transaction(database, async (tx) => {
    const project = newProject({ id, ownerId, name: "A project", isDefault: false });
    await tx.insert(Project, { ...project, deletedAt: Date.now() });
    await queue.enqueue(tx, { queue: DELETE_QUEUE, subject: id, payer: ownerId });
  });
  return id;
}

const isPurged = async (id: string): Promise<boolean> =>
  ((await reader(database).findOne(Project, { id }))?.purgedAt ?? null) !== null;

const open = (): void => {
  queue = new TaskQueue({
    database,
    signals: new Signals(new ServiceBroker({ logger: false })),
    log: pino({ level: "silent" }),
    leaseMs: 60_000,
    isAlone: false,
  });
};

test.serial(
  "a small project is taken apart while two owners delete large ones, and these go on where they were (rules/projects 16)",
  async (t) => {
    open();
    const large = [await remove(randomUUID(), Infinity), await remove(randomUUID(), Infinity)];
    await begin(0);
    await waitUntil(() => queue.slots.some(({ used }) => used > 0));
    const small = await remove(randomUUID(), 3);
    queue.wake();
    await waitUntil(() => isPurged(small));
    for (const id of large) t.false(await isPurged(id));
    for (const id of large) left.set(id, 5);
    await waitUntil(async () => (await isPurged(large[0] ?? "")) && (await isPurged(large[1] ?? "")));
    t.deepEqual([...left.values()], [0, 0, 0]);
  },
);

test.serial("two large projects of one owner leave a slot to others (rules/projects 16)", async (t) => {
  open();
  const owner = randomUUID();
  const large = [await remove(owner, Infinity), await remove(owner, Infinity)];
  await begin(Infinity);
  await waitUntil(() => queue.slots.some(({ used }) => used > 0));
  const small = await remove(randomUUID(), 1);
  queue.wake();
  await waitUntil(() => isPurged(small));
  for (const id of large) t.false(await isPurged(id));
});
