import { createHmac } from "node:crypto";
import test from "ava";
import { Webhook as Verifier } from "standardwebhooks";
import type { ContentEvent } from "../../../contracts/content-events.js";
import { MAX_WEBHOOKS } from "../../../contracts/webhooks.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { emitEvents, publishEvent } from "../../helpers/emit-event.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { type Receiver, startReceiver } from "../../helpers/receiver.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

/**
 * Pauses of three immediate retries. The pauses of `WEBHOOK_RETRY_SECONDS` are tested with the configuration (rules/webhooks 5).
 */
const LADDER = "0.05,0.05,0.05";
const ATTEMPTS = 4;

let kiln: Kiln;
let owner: Person;
let receiver: Receiver;
/** Id of the project, of which each test has its own. */
let projectId: string;
test.before(async () => {
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1", WEBHOOK_RETRY_SECONDS: LADDER });
  owner = await signUp(kiln.url);
});
test.beforeEach(async () => {
  receiver = await startReceiver();
  projectId = await makeProject(owner);
});
test.afterEach.always(async () => {
  await owner.api.delete(`/v1/projects/${projectId}`);
  await receiver.stop();
});
test.after.always(() => kiln?.stop());

const answerWith = (status: number, body = "", headers: Record<string, string> = {}) => {
  receiver.answer = (_req, res) => res.writeHead(status, headers).end(body);
};
const publish = async (content = {}): Promise<ContentEvent> => {
  const event = publishEvent(projectId, content);
  await emitEvents(kiln.host, event);
  return event;
};
const received = (count: number) => until(async () => receiver.received.length >= count && receiver.received);
const bodiesOf = (webhookId: string) =>
  kiln.host.read.query<{ body: string | null; payload: string | null }>(
    "SELECT body, payload FROM webhook_deliveries WHERE webhookId = ?",
    [webhookId],
  );

test.serial(
  "a publish is delivered with its body and headers, which both verifiers accept (rules/webhooks 3 and 4)",
  async (t) => {
    const webhook = await makeWebhook(owner.api, projectId, `${receiver.url}/hook?x=1`);
    const event = await publish({ after: { title: "Grüße 🎨", body: { en: "Text" } } });
    const [got] = await received(1);
    t.is(got?.path, "/hook?x=1");
    t.is(got?.headers["content-type"], "application/json");
    t.is(got?.headers["x-svc-event"], "document.publish");
    t.deepEqual(Object.keys(got?.body), [
      "event",
      "projectId",
      "documentId",
      "type",
      "publishedAt",
      "document",
      "locales",
    ]);
    t.is(got?.body.documentId, event.documentId);
    t.is(got?.body.document.title, "Grüße 🎨");
    t.deepEqual(got?.body.document.body, { en: "Text" });
    const timestamp = String(got?.headers["x-svc-timestamp"]);
    t.true(Math.abs(Date.now() - Number(timestamp)) < 60_000);
    const hmac = createHmac("sha256", webhook.secret).update(`${timestamp}.${got?.raw}`).digest("hex");
    t.is(got?.headers["x-svc-signature"], `sha256=${hmac}`);
    t.notThrows(() =>
      new Verifier(webhook.secret).verify(got?.raw ?? "", got?.headers as Record<string, string>),
    );
    const delivery = await webhook.newest("delivered");
    t.is(got?.headers["x-svc-delivery"], delivery.id);
    t.like(delivery, { event: "document.publish", documentId: event.documentId, nextAttemptAt: null });
    t.is(delivery.attempts.length, 1);
    t.like(delivery.attempts[0], { statusCode: 200, error: null });
    t.truthy(delivery.completedAt);
  },
);

test.serial(
  "each webhook gets the events that it asked for, and a disabled one none (rules/webhooks 13)",
  async (t) => {
    await makeWebhook(owner.api, projectId, `${receiver.url}/all`);
    await makeWebhook(owner.api, projectId, `${receiver.url}/deletes`, { events: ["document.delete"] });
    await makeWebhook(owner.api, projectId, `${receiver.url}/off`, { enabled: false });
    const { documentId } = await publish();
    const gone = { projectId, documentId, type: "post", publishedAt: null };
    await emitEvents(kiln.host, { kind: "document.unpublish", ...gone });
    await emitEvents(kiln.host, { kind: "document.delete", ...gone });
    await received(4);
    t.deepEqual(
      receiver
        .at("/all")
        .map(({ body }) => body.event)
        .toSorted(),
      ["document.delete", "document.publish", "document.unpublish"],
    );
    t.deepEqual(
      receiver.at("/deletes").map(({ body }) => body),
      [{ event: "document.delete", ...gone }],
    );
    t.deepEqual(receiver.at("/off"), []);
  },
);

test.serial(
  "events of other projects stay there, and without a listener nothing is written (rules/webhooks 13)",
  async (t) => {
    const other = await makeProject(owner);
    const webhook = await makeWebhook(owner.api, other, `${receiver.url}/other`);
    await publish();
    await emitEvents(kiln.host, publishEvent(other));
    await webhook.newest("delivered");
    t.is(receiver.received.length, 1);
    const rows = await kiln.host.read.query("SELECT id FROM webhook_deliveries WHERE projectId = ?", [
      projectId,
    ]);
    t.deepEqual(rows, []);
  },
);

test.serial("an event of a transaction that rolled back was never there (rules/webhooks 18)", async (t) => {
  const webhook = await makeWebhook(owner.api, projectId, receiver.url);
  const { emitAll } = await import("../../../services/webhooks/index.js");
  await t.throwsAsync(
    kiln.host.transact(async (tx) => {
      await emitAll(kiln.host, tx, [publishEvent(projectId)]);
      throw new Error("meant to fail");
    }),
  );
  t.deepEqual(await webhook.deliveries(), []);
});

test.serial(
  "whatever is not a 2xx is tried again after each pause under the same id and with the same body, then failed (rules/webhooks 5 and 6)",
  async (t) => {
    answerWith(500, "out of order");
    const webhook = await makeWebhook(owner.api, projectId, receiver.url);
    await publish();
    const delivery = await webhook.newest("failed");
    t.is(delivery.attempts.length, ATTEMPTS);
    for (const attempt of delivery.attempts)
      t.like(attempt, { statusCode: 500, error: "The receiver answered 500. out of order" });
    t.is(delivery.nextAttemptAt, null);
    t.is(receiver.received.length, ATTEMPTS);
    t.is(new Set(receiver.received.map(({ raw }) => raw)).size, 1);
    t.deepEqual(
      [...new Set(receiver.received.map(({ headers }) => headers["x-svc-delivery"]))],
      [delivery.id],
    );
    t.deepEqual([...new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))], [delivery.id]);
  },
);

test.serial("a retry that is answered with 2xx is delivered (rules/webhooks 5)", async (t) => {
  receiver.answer = (_req, res) => res.writeHead(receiver.received.length < 3 ? 503 : 204).end();
  const webhook = await makeWebhook(owner.api, projectId, receiver.url);
  await publish();
  const { attempts } = await webhook.newest("delivered");
  t.deepEqual(
    attempts.map(({ statusCode }) => statusCode),
    [503, 503, 204],
  );
});

test.serial("redirects are failures and never followed (rules/webhooks 5)", async (t) => {
  answerWith(302, "", { location: `${receiver.url}/elsewhere` });
  const webhook = await makeWebhook(owner.api, projectId, receiver.url);
  await publish();
  const { attempts } = await webhook.newest("failed");
  t.like(attempts[0], { statusCode: 302, error: "The receiver answered 302; redirects are not followed." });
  t.deepEqual(receiver.at("/elsewhere"), []);
});

test.serial("only what leads elsewhere is called a redirect in the log", async (t) => {
  const answers = [
    ["304", "The receiver answered 304."],
    ["300", "The receiver answered 300."],
    ["307", "The receiver answered 307; redirects are not followed."],
  ] as const;
  receiver.answer = (_req, res, { path }) => res.writeHead(Number(path.slice(1))).end();
  for (const [status, error] of answers) {
    const webhook = await makeWebhook(owner.api, projectId, `${receiver.url}/${status}`);
    await publish();
    const { attempts } = await webhook.newest("failed");
    t.like(attempts[0], { statusCode: Number(status), error });
    await webhook.patch({ enabled: false });
  }
});

test.serial(
  "a receiver that is not there, or hangs up, fails with a reason and without a status",
  async (t) => {
    receiver.answer = (req) => req.socket.destroy();
    const closing = await makeWebhook(owner.api, projectId, receiver.url);
    const absent = await makeWebhook(owner.api, projectId, "http://127.0.0.1:1/");
    await publish();
    t.like((await closing.newest("failed")).attempts[0], {
      statusCode: null,
      error: "The URL could not be reached. (ECONNRESET)",
    });
    t.like((await absent.newest("failed")).attempts[0], {
      statusCode: null,
      error: "The URL could not be reached. (ECONNREFUSED)",
    });
  },
);

test.serial(
  "at most 64 KB of an answer is read and 1 KB kept; a 2xx counts whatever its body does (rules/webhooks 6)",
  async (t) => {
    let sent = 0;
    receiver.answer = (_req, res, { path }) => {
      res.writeHead(path === "/ok" ? 200 : 400);
      const pour = () => {
        while (!res.destroyed && res.write("x".repeat(16 * 1024))) sent += 16 * 1024;
      };
      res.on("drain", pour);
      pour();
    };
    const huge = await makeWebhook(owner.api, projectId, `${receiver.url}/bad`);
    const ok = await makeWebhook(owner.api, projectId, `${receiver.url}/ok`);
    await publish();
    const [attempt] = (await huge.newest("failed")).attempts;
    t.is(attempt?.error, `The receiver answered 400. ${"x".repeat(1024)}`);
    t.like((await ok.newest("delivered")).attempts, [{ statusCode: 200, error: null }]);
    await until(async () => receiver.open() === 0);
    // The bound leaves room for what sockets and pipes buffer.
    t.true(sent < 64 * 1024 * 1024, String(sent));
  },
);

test.serial(
  "retry requeues a failed delivery with all its attempts, under the same id and with the same body (rules/webhooks 7)",
  async (t) => {
    answerWith(500);
    const webhook = await makeWebhook(owner.api, projectId, receiver.url);
    await publish();
    const { id } = await webhook.newest("failed");
    const retry = () => owner.api.post(`/v1/content/webhooks/${webhook.id}/deliveries/${id}/retry`);
    const requeued = (await retry()).body.delivery;
    t.like(requeued, { id, status: "pending", completedAt: null });
    t.truthy(requeued.nextAttemptAt);
    t.is((await webhook.newest("failed")).attempts.length, 2 * ATTEMPTS);
    answerWith(200);
    await retry();
    t.is((await webhook.newest("delivered")).attempts.length, 2 * ATTEMPTS + 1);
    t.is(new Set(receiver.received.map(({ raw }) => raw)).size, 1);
    t.is(new Set(receiver.received.map(({ headers }) => headers["x-svc-delivery"])).size, 1);
  },
);

test.serial(
  "a delivery that fails for good with 410 disables the webhook, and what waits ends as failed (rules/webhooks 8)",
  async (t) => {
    answerWith(410);
    const webhook = await makeWebhook(owner.api, projectId, receiver.url);
    await publish();
    await webhook.newest("failed");
    const [listed] = (await owner.api.get(`/v1/projects/${projectId}/content/webhooks`)).body.webhooks;
    t.like(listed, { id: webhook.id, enabled: false });
    t.is(listed.lastDelivery.status, "failed");
    await publish();
    t.is((await webhook.deliveries()).length, 1);
    const refused = await owner.api.post(
      `/v1/content/webhooks/${webhook.id}/deliveries/${listed.lastDelivery.id}/retry`,
    );
    t.is(refused.status, 409);
    // 410 is treated as other statuses while retries are left.
    t.is(listed.lastDelivery.attempts.length, ATTEMPTS);
  },
);

test.serial(
  "disabling ends what waits as failed, also what is on its way unless it arrives (rules/webhooks 8)",
  async (t) => {
    const waiting: (() => void)[] = [];
    receiver.answer = (_req, res, { body }) =>
      waiting.push(() => res.writeHead(body.event === "document.publish" ? 500 : 200).end());
    const webhook = await makeWebhook(owner.api, projectId, receiver.url);
    const { documentId } = await publish();
    await emitEvents(kiln.host, {
      kind: "document.delete",
      projectId,
      documentId,
      type: "post",
      publishedAt: 1,
    });
    await received(2);
    t.like(await webhook.patch({ enabled: false }), { enabled: false });
    t.deepEqual(
      (await webhook.deliveries()).map(({ status }) => status),
      ["failed", "failed"],
    );
    waiting.forEach((go) => go());
    const ended = await until(async () => {
      const deliveries = await webhook.deliveries();
      return deliveries.every(({ attempts }) => attempts.length === 1) && deliveries;
    });
    t.deepEqual(Object.fromEntries(ended.map(({ event, status }) => [event, status])), {
      "document.publish": "failed",
      "document.delete": "delivered",
    });
  },
);

test.serial("deleting a webhook removes its log, and nothing more is sent (rules/webhooks 8)", async (t) => {
  answerWith(500);
  const webhook = await makeWebhook(owner.api, projectId, receiver.url);
  await publish();
  await received(1);
  t.is((await owner.api.delete(`/v1/content/webhooks/${webhook.id}`)).status, 200);
  await until(async () => (await bodiesOf(webhook.id)).length === 0);
  t.is((await owner.api.get(`/v1/content/webhooks/${webhook.id}/deliveries`)).status, 404);
});

test.serial(
  "a new secret signs from the next attempt on; a new address is where it goes (rules/webhooks 9)",
  async (t) => {
    answerWith(500);
    const webhook = await makeWebhook(owner.api, projectId, `${receiver.url}/old`);
    await publish();
    const failed = await webhook.newest("failed");
    answerWith(200);
    const rotated = await owner.api.patch(`/v1/content/webhooks/${webhook.id}`, {
      rotateSecret: true,
      url: `${receiver.url}/new`,
    });
    t.not(rotated.body.secret, webhook.secret);
    await owner.api.post(`/v1/content/webhooks/${webhook.id}/deliveries/${failed.id}/retry`);
    await webhook.newest("delivered");
    const [got] = receiver.at("/new");
    t.notThrows(() =>
      new Verifier(rotated.body.secret).verify(got?.raw ?? "", got?.headers as Record<string, string>),
    );
  },
);

test.serial("secrets lie sealed in the database (rules/webhooks 16)", async (t) => {
  const webhook = await makeWebhook(owner.api, projectId, receiver.url);
  const [row] = await kiln.host.read.query<object>("SELECT * FROM webhooks WHERE id = ?", [webhook.id]);
  const kept = JSON.stringify(row);
  t.false(kept.includes(webhook.secret.slice(6)));
  t.false(kept.includes("whsec_"));
});

test.serial("the log lists the newest first in pages, and counts all (rules/webhooks 14)", async (t) => {
  const webhook = await makeWebhook(owner.api, projectId, receiver.url);
  const events = [publishEvent(projectId), publishEvent(projectId), publishEvent(projectId)];
  await emitEvents(kiln.host, ...events);
  await until(async () => (await webhook.deliveries()).every(({ status }) => status === "delivered"));
  const at = async (query: string) =>
    (await owner.api.get(`/v1/content/webhooks/${webhook.id}/deliveries?${query}`)).body;
  const all = events.map(({ documentId }) => documentId).toReversed();
  const pages = [await at("limit=2"), await at("limit=2&offset=2")];
  t.deepEqual(
    pages.flatMap(({ deliveries }) => deliveries.map((one: { documentId: string }) => one.documentId)),
    all,
  );
  t.deepEqual(
    pages.map(({ total }) => total),
    [3, 3],
  );
});

test.serial(`a project with ${MAX_WEBHOOKS} webhooks takes no other one`, async (t) => {
  const make = () =>
    owner.api.post(`/v1/projects/${projectId}/content/webhooks`, {
      name: "x",
      url: receiver.url,
      events: ["document.publish"],
    });
  const answers = [];
  for (let made = 0; made < MAX_WEBHOOKS + 4; made += 8)
    answers.push(...(await Promise.all(Array.from({ length: 8 }, make))));
  t.is(answers.filter(({ status }) => status === 200).length, MAX_WEBHOOKS);
  t.true(answers.every(({ status, body }) => status === 200 || body.error.code === "invalid_params"));
  t.is(
    (await owner.api.get(`/v1/projects/${projectId}/content/webhooks`)).body.webhooks.length,
    MAX_WEBHOOKS,
  );
});
