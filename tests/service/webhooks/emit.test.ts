import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import test from "ava";
import type { PublishedContent } from "../../../contracts/content-events.js";
import { MAX_WEBHOOKS } from "../../../contracts/webhooks.js";
import { WebhookDelivery } from "../../../entities/webhook-delivery.js";
import { placeholders } from "../../../runtime/database/reader.js";
import { payerOf } from "../../../services/webhooks/queues.js";
import type { Kiln } from "../../../start.js";
import { emitAll } from "../../../services/webhooks/index.js";
import { type Person, signUp } from "../../helpers/client.js";
import { publishEvent } from "../../helpers/emit-event.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let owner: Person;
test.before(async () => {
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1" });
  owner = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

/** Payload that throws when it is read. */
const untouchable = new Proxy({} as PublishedContent, {
  get() {
    throw new Error("The body was built.");
  },
});

test("where nobody listens an event costs one read by an index, and no body is built", async (t) => {
  const projectId = await makeProject(owner);
  const nobody = "http://127.0.0.1:9/";
  await makeWebhook(owner.api, projectId, nobody, { enabled: false });
  await makeWebhook(owner.api, projectId, nobody, { events: ["document.delete"] });
  const statements: string[] = [];
  await kiln.host.transact(async (tx) => {
    const counting = Object.create(tx) as typeof tx;
    counting.query = (sql, parameters) => {
      statements.push(sql);
      return tx.query(sql, parameters);
    };
    counting.run = () => {
      throw new Error("Something was written.");
    };
    await emitAll(kiln.host, counting, [{ ...publishEvent(projectId), content: untouchable } as never]);
  });
  t.is(statements.length, 1);
  const mark = kiln.host.database.dialect === "sqlite" ? "QUERY PLAN" : "";
  const plan = await kiln.host.read.query<object>(`EXPLAIN ${mark} ${statements[0]}`, [projectId]);
  t.regex(JSON.stringify(plan), /IX_webhooks_project/);
});

/** Quotes are doubled in JSON, and once more in a statement. */
const QUOTES = '"'.repeat(125_000);
const cover = { storageId: randomUUID() };
for (const [what, after] of [
  ["a short body", { title: "Hello" }],
  ["a long body", { title: QUOTES }],
  ["media, whose URLs come later,", { title: "Hello", cover }],
  ["media and a long text", { title: QUOTES, cover }],
] as const)
  test(`an event with ${what} goes to as many webhooks as a project has, in its transaction`, async (t) => {
    const projectId = await makeProject(owner);
    const listeners = Array.from({ length: MAX_WEBHOOKS }, () => ({
      id: randomUUID(),
      ownerId: owner.id,
      events: ["document.publish"],
      isTroubled: false,
    }));
    const undone = new Error("meant to fail");
    const work = kiln.host.transact(async (tx) => {
      await emitAll(kiln.host, tx, [publishEvent(projectId, { after })], listeners);
      const rows = (await tx.find(WebhookDelivery, { projectId })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      t.deepEqual(
        rows.map(({ webhookId }) => webhookId),
        listeners.map(({ id }) => id),
      );
      const [first] = rows;
      for (const row of rows)
        t.true(isDeepStrictEqual({ ...row, id: "", webhookId: "" }, { ...first, id: "", webhookId: "" }));
      const envelope = first?.body ? JSON.parse(first.body) : first?.payload?.envelope;
      t.is(envelope.document.title, after.title);
      t.is(first?.payload?.media.length, "cover" in after ? 1 : undefined);
      const tasks = await tx.query<{ subject: string }>(
        `SELECT subject FROM tasks WHERE payer IN (${placeholders(listeners)}) ORDER BY subject`,
        listeners.map(payerOf),
      );
      t.deepEqual(
        tasks.map(({ subject }) => subject),
        rows.map(({ id }) => id),
      );
      throw undone;
    });
    t.is(await t.throwsAsync(work), undone);
    t.deepEqual(await kiln.host.read.ids(WebhookDelivery, { projectId }, 1), []);
  });
