import { randomUUID } from "node:crypto";
import test from "ava";
import { Webhook as Verifier } from "standardwebhooks";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { type MadeWebhook, makeWebhook } from "../../helpers/make-webhook.js";
import { type Received, type Receiver, startReceiver } from "../../helpers/receiver.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string", required: true },
  { name: "body", title: "Body", type: "text", localized: true },
  { name: "author", title: "Author", type: "reference", to: ["article"] },
];

let kiln: Kiln;
let owner: Person;
let receiver: Receiver;
let projectId: string;
let typeId: string;
let documents: Documents;
let webhook: MadeWebhook;
test.before(async () => {
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1", WEBHOOK_RETRY_SECONDS: "0.05" });
  owner = await signUp(kiln.url);
});
test.beforeEach(async () => {
  receiver = await startReceiver();
  projectId = await makeProject(owner);
  typeId = await makeType(kiln, projectId, FIELDS);
  documents = new Documents(owner, projectId);
  webhook = await makeWebhook(owner.api, projectId, receiver.url);
});
test.afterEach.always(async () => {
  await owner.api.delete(`/v1/projects/${projectId}`);
  await receiver.stop();
});
test.after.always(() => kiln?.stop());

const events = (count: number): Promise<Received[]> =>
  until(async () => receiver.received.length >= count && receiver.received.slice(0, count));
const last = async (count: number): Promise<Received["body"]> => (await events(count)).at(-1)?.body;
/** Returns all requests that have come once no delivery is under way any more. */
const settled = (count: number) =>
  until(async () => {
    const deliveries = await webhook.deliveries();
    return deliveries.length === count && deliveries.every(({ status }) => status === "delivered");
  });

test.serial(
  "publish, unpublish and delete each emit the event of their name, other operations none (rules/content 32; rules/webhooks 13)",
  async (t) => {
    const id = await documents.make({ title: "Hello", body: { en: "Text" } });
    await documents.put(id, { title: "Hi", body: { en: "Text" } });
    t.is((await documents.publish(id, 2)).status, 200);
    const published = await last(1);
    const { document } = (await documents.get(id)).body;
    t.deepEqual(published, {
      event: "document.publish",
      projectId,
      documentId: id,
      type: "article",
      publishedAt: document.publishedAt,
      document: {
        _id: id,
        _type: "article",
        _status: "published",
        _createdAt: document.createdAt,
        _updatedAt: document.publishedAt,
        _publishedAt: document.publishedAt,
        _locale: null,
        _fallbackFields: [],
        title: "Hi",
        body: { en: "Text" },
      },
      locales: ["en"],
    });
    t.is((await documents.unpublish(id)).status, 200);
    const rest = { projectId, documentId: id, type: "article", publishedAt: document.publishedAt };
    t.deepEqual(await last(2), { event: "document.unpublish", ...rest });
    t.is((await documents.delete(id)).status, 200);
    t.deepEqual(await last(3), { event: "document.delete", ...rest });
    await settled(3);
    t.is(receiver.received.length, 3);
  },
);

test.serial(
  "a document that never was published is deleted with publishedAt null (rules/webhooks 3)",
  async (t) => {
    const id = await documents.make({ title: "Draft" });
    await documents.delete(id);
    t.like(await last(1), { event: "document.delete", documentId: id, publishedAt: null });
  },
);

test.serial("what is refused or changes nothing emits nothing (rules/webhooks 18)", async (t) => {
  const id = await documents.make({ title: "A" });
  t.is((await documents.unpublish(id)).status, 409);
  t.is((await documents.publish(id, 7)).status, 409);
  await documents.put(id, {});
  t.is((await documents.publish(id, 2)).status, 400);
  await documents.put(id, { title: "A" });
  t.is((await documents.publish(id, 3)).status, 200);
  t.is((await documents.publish(id, 3)).status, 200);
  await documents
    .make({ title: "B", author: { documentId: id } })
    .then((other) => documents.publish(other, 1));
  t.is((await documents.delete(id)).status, 409);
  t.is((await documents.unpublish(id)).status, 409);
  await settled(2);
  t.deepEqual(
    receiver.received.map(({ body }) => body.event),
    ["document.publish", "document.publish"],
  );
});

test.serial("a later publish names the locales whose content changed (rules/webhooks 15)", async (t) => {
  const settings = {
    defaultLocale: "en",
    locales: [
      { code: "en", title: "English", fallback: null, required: false },
      { code: "de", title: "German", fallback: null, required: false },
      { code: "de-AT", title: "Austrian", fallback: "de", required: false },
    ],
  };
  const saved = await owner.api.put(`/v1/projects/${projectId}/content/settings`, settings);
  t.is(saved.status, 200);
  const id = await documents.makePublished({ title: "A", body: { en: "Hello", de: "Hallo" } });
  t.deepEqual((await last(1)).locales, ["en", "de", "de-AT"]);
  await documents.put(id, { title: "A", body: { en: "Hello", de: "Servus" } });
  await documents.publish(id, 2);
  const german = await last(2);
  t.deepEqual(german.locales, ["de", "de-AT"]);
  t.deepEqual(german.document.body, { en: "Hello", de: "Servus" });
  await documents.put(id, { title: "B", body: { en: "Hello", de: "Servus" } });
  await documents.publish(id, 3);
  t.deepEqual((await last(3)).locales, ["en", "de", "de-AT"]);
});

test.serial(
  "a document of more than 256 KB is left out of its event, whose locales stay (rules/webhooks 3)",
  async (t) => {
    await documents.makePublished({ title: "A", body: { en: "本".repeat(90_000) } });
    const event = await last(1);
    t.false("document" in event);
    t.deepEqual(event.locales, ["en"]);
  },
);

test.serial(
  "many publishes at once are each delivered once, and stock verifiers accept every one (rules/webhooks 4 and 6)",
  async (t) => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, at) => documents.makePublished({ title: `T ${at}` })),
    );
    await settled(40);
    const verifier = new Verifier(webhook.secret);
    const got = receiver.received.map(
      ({ raw, headers }) => verifier.verify(raw, headers as Record<string, string>) as { documentId: string },
    );
    t.deepEqual(got.map(({ documentId }) => documentId).toSorted(), ids.toSorted());
    t.is(new Set(receiver.received.map(({ headers }) => headers["x-svc-delivery"])).size, 40);
  },
);

test.serial(
  "an operation does not wait for receivers, and does not fail with them (rules/webhooks 10)",
  async (t) => {
    receiver.answer = () => {};
    const id = await documents.makePublished({ title: "A" });
    await events(1);
    t.is((await documents.unpublish(id)).status, 200);
    t.is((await documents.delete(id)).status, 200);
    await webhook.patch({ enabled: false });
    await owner.api.delete(`/v1/content/webhooks/${webhook.id}`);
  },
);

test.serial("an id that the client chose comes back in the event (rules/content 45)", async (t) => {
  const id = randomUUID();
  await documents.makePublished({ title: "A" }, { id });
  t.like(await last(1), { documentId: id, document: { _id: id } });
});

test.serial(
  "a type that is deleted by force emits document.delete for each of its documents (rules/content 32)",
  async (t) => {
    const published = await documents.makePublished({ title: "A" });
    const draft = await documents.make({ title: "B" });
    await events(1);
    t.is((await owner.api.delete(`/v1/content/types/${typeId}`)).status, 409);
    t.is((await owner.api.delete(`/v1/content/types/${typeId}?force=true`)).status, 200);
    const deletes = (await events(3)).slice(1).map(({ body }) => body);
    t.deepEqual(
      deletes.map(({ event }) => event),
      ["document.delete", "document.delete"],
    );
    t.deepEqual(deletes.map(({ documentId }) => documentId).toSorted(), [published, draft].toSorted());
  },
);

test.serial("a project that is deleted emits nothing (rules/webhooks 12)", async (t) => {
  await documents.makePublished({ title: "A" });
  await settled(1);
  t.is((await owner.api.delete(`/v1/projects/${projectId}`)).status, 200);
  const rows = await kiln.host.read.query("SELECT id FROM webhook_deliveries WHERE projectId = ?", [
    projectId,
  ]);
  t.deepEqual(rows, []);
  t.is(receiver.received.length, 1);
});
