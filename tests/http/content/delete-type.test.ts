import { randomUUID } from "node:crypto";
import test from "ava";
import { ContentDocument } from "../../../entities/content-document.js";
import { ContentRevision } from "../../../entities/content-revision.js";
import { ContentType } from "../../../entities/content-type.js";
import { ContentFormerFields } from "../../../entities/content-former-fields.js";
import { ContentTypeVersion } from "../../../entities/content-type-version.js";
import { Task } from "../../../entities/task.js";
import { WebhookDelivery } from "../../../entities/webhook-delivery.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { field, postType } from "../../helpers/post-type.js";
import { type Receiver, startReceiver } from "../../helpers/receiver.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

let kiln: Kiln;
let receiver: Receiver;
let ann: Person;
test.before(async () => {
  receiver = await startReceiver();
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1" });
  ann = await signUp(kiln.url);
});
test.after.always(async () => {
  await kiln?.stop();
  await receiver?.stop();
});

const pathOf = ({ id }: { id: string }, query = "") => `/v1/content/types/${id}${query}`;

/** Counts the rows of a project's content that are left, by table. */
async function rowsOf(projectId: string) {
  const { read } = kiln.host;
  return {
    types: await read.count(ContentType, { projectId }),
    versions: await read.count(ContentTypeVersion, { projectId }),
    formerFields: await read.count(ContentFormerFields, { projectId }),
    documents: await read.count(ContentDocument, { projectId }),
    revisions: await read.count(ContentRevision, { projectId }),
    tasks: await read.count(Task, { queue: "content.type", payer: projectId }),
  };
}
const NOTHING = { types: 0, versions: 0, formerFields: 0, documents: 0, revisions: 0, tasks: 0 };

test("a type without documents goes, and its name is free again (rules/content 8)", async (t) => {
  const projectId = await makeProject(ann);
  const type = await postType(ann.api, projectId, "post");
  await ann.api.put(pathOf(type), { baseVersion: 1, fields: [field("other")] });
  t.deepEqual((await ann.api.delete(pathOf(type))).body, { ok: true });
  t.is((await ann.api.get(pathOf(type))).status, 404);
  t.is((await ann.api.get(`${pathOf(type)}/versions`)).status, 404);
  t.is((await ann.api.put(pathOf(type), { baseVersion: 2, title: "x" })).status, 404);
  t.is((await ann.api.delete(pathOf(type))).status, 404);
  t.is((await ann.api.get(`/v1/projects/${projectId}/content/types`)).body.total, 0);
  t.deepEqual(await rowsOf(projectId), NOTHING);
  await postType(ann.api, projectId, "post");
});

test("documents keep a type from going without force; forced they go too, each with document.delete (rules/content 8 and 32)", async (t) => {
  const projectId = await makeProject(ann);
  const path = `/${projectId}`;
  await makeWebhook(ann.api, projectId, `${receiver.url}${path}`, { events: ["document.delete"] });
  const type = await postType(ann.api, projectId, "article");
  const documents = new Documents(ann, projectId);
  const draft = await documents.make({ title: "draft" });
  const published = await documents.makePublished({ title: "published" });
  const taken = await documents.makePublished({ title: "taken back" });
  await documents.unpublish(taken);
  t.is((await ann.api.get(pathOf(type))).body.contentType.documentCount, 3);
  const publishedAt = new Map<string, string>();
  const rows = await kiln.host.read.find(ContentDocument, { projectId });
  for (const row of rows)
    if (row.publishedAt !== null) publishedAt.set(row.id, new Date(row.publishedAt).toISOString());

  for (const query of ["", "?force=false"]) {
    const refused = await ann.api.delete(pathOf(type, query));
    t.is(refused.status, 409);
    t.regex(refused.body.error.message, /3 documents.*force=true/);
  }
  t.is((await ann.api.delete(pathOf(type, "?force=maybe"))).status, 400);
  t.is((await documents.list()).body.total, 3);

  t.deepEqual((await ann.api.delete(pathOf(type, "?force=true"))).body, { ok: true });
  for (const id of [draft, published, taken]) {
    t.is((await documents.get(id)).status, 404);
    t.is((await documents.revisions(id)).status, 404);
  }
  t.is((await documents.list()).body.total, 0);
  t.is((await documents.list("?type=article")).status, 400);
  t.deepEqual(await rowsOf(projectId), NOTHING);
  const events = await until(async () => receiver.at(path).length === 3 && receiver.at(path));
  const told = new Map(events.map(({ body }) => [body.documentId, body]));
  t.deepEqual([...told.keys()].toSorted(), [draft, published, taken].toSorted());
  for (const [id, body] of told) {
    t.like(body, { event: "document.delete", projectId, type: "article" });
    t.is(body.publishedAt, publishedAt.get(id) ?? null);
  }
});

test("who wrote documents of a type that went meanwhile meets no type, and then the new one of its name", async (t) => {
  const projectId = await makeProject(ann);
  const documents = new Documents(ann, projectId);
  const old = await postType(ann.api, projectId, "article");
  const id = await documents.make({ title: "old" });
  t.is((await ann.api.delete(pathOf(old, "?force=true"))).status, 200);
  t.is((await documents.publish(id, 1)).status, 404);
  t.regex((await documents.create({ title: "none" })).body.error.message, /no content type "article"/);
  await postType(ann.api, projectId, "article", [field("title", { maxLength: 3 })]);
  t.is((await documents.create({ title: "longer" })).body.issues[0].path, "title");
  t.is((await documents.publish(await documents.make({ title: "new" }), 1)).status, 200);
});

test("force may stand in the body (rules/content 8)", async (t) => {
  const projectId = await makeProject(ann);
  const type = await postType(ann.api, projectId, "article");
  await new Documents(ann, projectId).make({ title: "x" });
  t.is((await ann.api.send("DELETE", pathOf(type), { body: { force: false } })).status, 409);
  t.is((await ann.api.send("DELETE", pathOf(type), { body: { force: true } })).status, 200);
  t.deepEqual(await rowsOf(projectId), NOTHING);
});

test("a type that references of another one name stays, forced or not (rules/content 8)", async (t) => {
  const projectId = await makeProject(ann);
  const author = await postType(ann.api, projectId, "author");
  const to = { type: "reference", to: ["author"] };
  const rows = {
    type: "array",
    of: { type: "object", fields: [field("who", { ...to, to: ["author", "post"] })] },
  };
  for (const fields of [
    [field("who", to)],
    [field("list", { type: "array", of: to })],
    [field("seo", { type: "object", fields: [field("who", to)] })],
    [field("rows", rows)],
  ]) {
    const post = await postType(ann.api, projectId, "post", fields);
    for (const query of ["", "?force=true"]) {
      const refused = await ann.api.delete(pathOf(author, query));
      t.is(refused.status, 409);
      t.regex(refused.body.error.message, /references of post/);
    }
    t.is((await ann.api.delete(pathOf(post))).status, 200);
  }
  const post = await postType(ann.api, projectId, "post", [field("who", to)]);
  await ann.api.put(pathOf(post), { baseVersion: 1, fields: [field("title")] });
  t.is((await ann.api.delete(pathOf(author))).status, 200, "an older version of post is no hindrance");
});

test("a type's own references do not keep it (rules/content 7)", async (t) => {
  const projectId = await makeProject(ann);
  const type = await postType(ann.api, projectId, "article", [
    field("next", { type: "reference", to: ["article"] }),
  ]);
  const documents = new Documents(ann, projectId);
  const first = await documents.makePublished({});
  await documents.makePublished({ next: { documentId: first } });
  t.is((await ann.api.delete(pathOf(type, "?force=true"))).status, 200);
  t.deepEqual(await rowsOf(projectId), NOTHING);
});

test("a type cannot go while another one comes to name it, and the other way round (rules/content 8)", async (t) => {
  for (let round = 0; round < 5; round++) {
    const projectId = await makeProject(ann);
    const author = await postType(ann.api, projectId, "author");
    const body = { name: "post", title: "P", fields: [field("who", { type: "reference", to: ["author"] })] };
    const [made, deleted] = await Promise.all([
      ann.api.post(`/v1/projects/${projectId}/content/types`, body),
      ann.api.delete(pathOf(author)),
    ]);
    t.true(
      (made.status === 200 && deleted.status === 409) || (made.status === 400 && deleted.status === 200),
      `${made.status} ${deleted.status}`,
    );
  }
});

test("documents that are written while their type goes leave nothing, and each is told of once (rules/content 32)", async (t) => {
  const projectId = await makeProject(ann);
  await makeWebhook(ann.api, projectId, `${receiver.url}/race`, { events: ["document.delete"] });
  const type = await postType(ann.api, projectId, "article");
  const documents = new Documents(ann, projectId);
  const ids = await Promise.all(
    Array.from({ length: 8 }, (_, index) => documents.make({ title: `${index}` })),
  );
  const [answer, ...writes] = await Promise.all([
    ann.api.delete(pathOf(type, "?force=true")),
    ...ids.map((id, index) =>
      index % 2 === 0 ? documents.put(id, { title: "new" }) : documents.publish(id, 1),
    ),
    ...Array.from({ length: 8 }, () => documents.create({ title: "late" }, { id: randomUUID() })),
  ]);
  t.is(answer.status, 200);
  for (const { status, body } of writes)
    t.true([200, 400, 404].includes(status), `${status} ${JSON.stringify(body)}`);
  const made = writes
    .slice(ids.length)
    .flatMap(({ status, body }) => (status === 200 ? [body.document.id] : []));
  t.deepEqual(await rowsOf(projectId), NOTHING);
  const told = await kiln.host.read.find(WebhookDelivery, { projectId });
  t.deepEqual(told.map(({ documentId }) => documentId).toSorted(), [...ids, ...made].toSorted());
});

test("of deletions at once one succeeds", async (t) => {
  const projectId = await makeProject(ann);
  const type = await postType(ann.api, projectId, "post");
  const answers = await Promise.all(Array.from({ length: 4 }, () => ann.api.delete(pathOf(type))));
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404, 404, 404]);
});
