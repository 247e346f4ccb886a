import { randomUUID } from "node:crypto";
import test from "ava";
import { WebhookDelivery } from "../../../entities/webhook-delivery.js";
import type { Kiln } from "../../../start.js";
import { forgetDeliveries } from "../../../services/webhooks/delete-webhook.js";
import { SWEEP_QUEUE } from "../../../services/webhooks/queues.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

const DAY_MS = 24 * 3600_000;

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const row = (webhookId: string, ageMs: number, change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: randomUUID(),
  projectId: randomUUID(),
  webhookId,
  event: "document.publish",
  documentId: randomUUID(),
  payload: null,
  body: "{}",
  status: "delivered",
  attempts: [],
  rung: 1,
  nextAttemptAt: null,
  createdAt: Date.now() - ageMs,
  completedAt: Date.now() - ageMs,
  ...change,
});

async function insert(...rows: WebhookDelivery[]): Promise<void> {
  await kiln.host.transact(async (tx) => {
    for (let at = 0; at < rows.length; at += 100) await tx.insert(WebhookDelivery, rows.slice(at, at + 100));
  });
}
const sweep = () => kiln.host.transact((tx) => kiln.host.tasks.hasten(tx, SWEEP_QUEUE, "webhooks"));
const left = (webhookId: string) => kiln.host.read.find(WebhookDelivery, { webhookId });

test.serial(
  "the log forgets what was over 30 days ago; what waits stays, however old (rules/webhooks 14)",
  async (t) => {
    const webhookId = randomUUID();
    const young = row(webhookId, 29 * DAY_MS);
    const waits = row(webhookId, 40 * DAY_MS, { status: "pending", completedAt: null });
    await insert(young, waits, ...Array.from({ length: 250 }, () => row(webhookId, 31 * DAY_MS)));
    await sweep();
    await until(async () => (await left(webhookId)).length === 2);
    t.deepEqual((await left(webhookId)).map(({ id }) => id).toSorted(), [young.id, waits.id].toSorted());
  },
);

test.serial(
  "of a webhook the log keeps the newest 1,000, and what waits beyond them (rules/webhooks 14)",
  async (t) => {
    const [full, other] = [randomUUID(), randomUUID()];
    const waits = row(full, 3 * DAY_MS, { status: "pending", completedAt: null });
    const old = Array.from({ length: 250 }, () => row(full, 2 * DAY_MS));
    await insert(
      waits,
      ...old,
      ...Array.from({ length: 1000 }, () => row(full, DAY_MS)),
      row(other, 2 * DAY_MS),
    );
    await sweep();
    await until(async () => (await left(full)).length === 1001);
    const kept = new Set((await left(full)).map(({ id }) => id));
    t.true(kept.has(waits.id));
    t.false(old.some(({ id }) => kept.has(id)));
    t.is((await left(other)).length, 1);
  },
);

test.serial("an overfull log is read once, some rows at a time (rules/webhooks 14)", async (t) => {
  const full = randomUUID();
  const waiting = Array.from({ length: 150 }, () =>
    row(full, 3 * DAY_MS, { status: "pending", completedAt: null }),
  );
  const createdAt = Date.now() - 2 * DAY_MS;
  const old = Array.from({ length: 1500 }, () => row(full, 2 * DAY_MS, { createdAt }));
  await insert(...waiting, ...old, ...Array.from({ length: 1000 }, () => row(full, DAY_MS)));
  const { read } = kiln.host;
  const query = read.query.bind(read);
  const counts: number[] = [];
  read.query = async <T>(sql: string, parameters?: readonly unknown[]) => {
    const rows = await query<T>(sql, parameters);
    if (sql.includes("webhook_deliveries")) counts.push(rows.length);
    return rows;
  };
  try {
    await sweep();
    await until(async () => (await read.count(WebhookDelivery, { webhookId: full })) === 1150);
  } finally {
    read.query = query;
  }
  t.true(Math.max(...counts) <= 100, String(counts));
  t.true(
    counts.reduce((sum, count) => sum + count) <= 1700,
    `${counts.length} reads of ${counts.reduce((sum, count) => sum + count)} rows`,
  );
  const kept = new Set((await left(full)).map(({ id }) => id));
  t.true(waiting.every(({ id }) => kept.has(id)));
  t.false(old.some(({ id }) => kept.has(id)));
});

test.serial("a delivery that is retried by hand while its log is shortened stays", async (t) => {
  const full = randomUUID();
  const retried = row(full, 2 * DAY_MS);
  await insert(retried, ...Array.from({ length: 1000 }, () => row(full, DAY_MS)));
  const { read, transact } = kiln.host;
  const query = read.query.bind(read);
  read.query = async <T>(sql: string, parameters?: readonly unknown[]) => {
    const rows = await query<T>(sql, parameters);
    if ((rows as { id?: string }[]).some(({ id }) => id === retried.id))
      await transact((tx) =>
        tx.update(WebhookDelivery, { id: retried.id }, { status: "pending", completedAt: null }),
      );
    return rows;
  };
  try {
    await sweep();
    await until(
      async () => (await read.findOne(WebhookDelivery, { id: retried.id }))?.status !== "delivered",
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
  } finally {
    read.query = query;
  }
  t.is((await read.findOne(WebhookDelivery, { id: retried.id }))?.status, "pending");
});

test.serial(
  "the log of a deleted webhook goes in turns, of a batch at least (rules/running 24)",
  async (t) => {
    const webhookId = randomUUID();
    await insert(...Array.from({ length: 250 }, () => row(webhookId, DAY_MS)));
    // A turn without time is over behind its first batch.
    const handler = forgetDeliveries(kiln.host, -1);
    const turn = () => handler.run({ subject: webhookId, signal: new AbortController().signal } as never);
    const again = { again: { afterMs: 0 } };
    t.deepEqual([await turn(), (await left(webhookId)).length], [again, 150]);
    t.deepEqual([await turn(), (await left(webhookId)).length], [again, 50]);
    t.deepEqual([await turn(), (await left(webhookId)).length], [undefined, 0]);
  },
);
