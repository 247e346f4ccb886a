import test from "ava";
import { ServiceBroker } from "moleculer";
import { Signals } from "../../../runtime/cluster/signals.js";
import { WakeUps } from "../../../engines/durable-queue/wake-ups.js";
import { waitUntil } from "../../helpers/wait-until.js";

// A task wakes one process that works on its queue and has a slot (ADR-0070).

let nodes = 0;

/** Opens a process on a bus within this one, which works on the queue `work` unless told otherwise. */
async function openNode(namespace: string, { works = true, slots = 100 } = {}) {
  const nodeID = `node-${(nodes += 1)}`;
  const broker = new ServiceBroker({ logger: false, namespace, nodeID, transporter: "Fake" });
  const looks: string[] = [];
  const notes: string[] = [];
  const later: string[] = [];
  const node = { broker, looks, notes, later, slots };
  const wakeUps = new WakeUps(new Signals(broker), {
    queues: () => (works ? ["work"] : []),
    worksOn: () => works,
    hasRoom: () => works && node.slots > 0,
    look: (queue) => looks.push(queue),
    note: (_queue, payer) => notes.push(payer),
    lookLater: (queue) => later.push(queue),
  });
  await broker.start();
  wakeUps.start();
  return Object.assign(node, { wakeUps });
}

type Node = Awaited<ReturnType<typeof openNode>>;

/** Waits until the workers are known. Before that a task wakes all that work on its queue. */
async function untilKnown(front: Node, workers: readonly Node[]): Promise<void> {
  await waitUntil(async () => {
    for (const worker of workers) worker.looks.length = 0;
    for (const _ of workers) front.wakeUps.announce({ queue: "work" }, 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return workers.every(({ looks }) => looks.length === 1);
  });
  for (const worker of workers) worker.looks.length = 0;
}

test("of many processes one looks for a task, in turns, and all who work on its queue hear of its payer", async (t) => {
  const namespace = "one-looks";
  const [front, ...workers] = await Promise.all([
    openNode(namespace, { works: false }),
    openNode(namespace),
    openNode(namespace),
    openNode(namespace),
  ]);
  t.teardown(() => Promise.all([front, ...workers].map(({ broker }) => broker.stop())));
  await untilKnown(front, workers);
  front.wakeUps.announce({ queue: "work", payer: "ann" }, 0);
  await waitUntil(() => workers.every(({ notes }) => notes.includes("ann")));
  t.is(workers.flatMap(({ looks }) => looks).length, 1);
  t.deepEqual(front.looks, []);
});

test("a process without a slot, or with less than is due, wakes the next one", async (t) => {
  const namespace = "passed-on";
  const [front, full, free] = await Promise.all([
    openNode(namespace, { works: false }),
    openNode(namespace),
    openNode(namespace),
  ]);
  t.teardown(() => Promise.all([front, full, free].map(({ broker }) => broker.stop())));
  await untilKnown(front, [full, free]);
  full.slots = 0;
  for (let turn = 0; turn < 2; turn += 1) front.wakeUps.announce({ queue: "work" }, 0);
  await waitUntil(() => free.looks.length === 2);
  t.deepEqual(full.looks, []);

  full.slots = 1;
  full.wakeUps.announce({ queue: "work" }, 0);
  t.is(full.looks.length, 1, "who has a slot itself wakes nobody else");
  full.wakeUps.looked("work", true);
  await waitUntil(() => free.looks.length === 3);
});

test("where no process has a slot a wake-up is passed on four times, and each process looks when a slot is free", async (t) => {
  const namespace = "nobody-free";
  const [front, ...full] = await Promise.all([
    openNode(namespace, { works: false }),
    ...Array.from({ length: 6 }, () => openNode(namespace)),
  ]);
  t.teardown(() => Promise.all([front, ...full].map(({ broker }) => broker.stop())));
  await untilKnown(front, full);
  for (const node of full) node.slots = 0;
  const later = () => full.flatMap((node) => node.later).length;
  // All six hear of the task, and four of them once more as those to whom it is passed on.
  for (let round = 1; round <= 3; round += 1) {
    front.wakeUps.announce({ queue: "work", payer: "ann" }, 0);
    await waitUntil(() => later() >= 10 * round);
    t.is(later(), 10 * round);
  }
  t.true(full.every(({ notes, looks }) => notes.length >= 3 && looks.length === 0));
});

test("a wake-up for work that is due later comes later, and a process that has stopped looks no more", async (t) => {
  const node = await openNode("alone");
  t.teardown(() => node.broker.stop());
  node.wakeUps.announce({ queue: "later" }, 50);
  node.wakeUps.announce({ queue: "now" }, 0);
  t.deepEqual(node.looks, ["now"]);
  await waitUntil(() => node.looks.length === 2);
  t.deepEqual(node.looks, ["now", "later"]);
  node.wakeUps.stop();
  node.wakeUps.announce({ queue: "stopped" }, 0);
  node.wakeUps.start();
  node.wakeUps.announce({ queue: "started" }, 0);
  t.deepEqual(node.looks, ["now", "later", "started"]);
});
