import { randomUUID } from "node:crypto";
import test from "ava";
import { ContentDocument } from "../../../entities/content-document.js";
import { Task } from "../../../entities/task.js";
import type { Kiln } from "../../../start.js";
import { planRefresh, refreshNow } from "../../../services/content/types/refresh-documents.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { field, postType } from "../../helpers/post-type.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

async function titles(documents: Documents, query: string): Promise<(string | null)[]> {
  const { body } = await documents.list(`?type=article${query}`);
  return body.documents.map(({ title }: { title: string | null }) => title);
}
const tasksOf = (typeId: string) => kiln.host.read.count(Task, { queue: "content.refresh", subject: typeId });

test("after another titleField, lists name, find and sort documents by it (rules/content 46)", async (t) => {
  const projectId = await makeProject(ann);
  const fields = [field("title"), field("slug"), field("count", { type: "number" })];
  const { id } = await postType(ann.api, projectId, "article", fields, { titleField: "title" });
  const documents = new Documents(ann, projectId);
  for (const [title, slug] of [
    ["Alpha", "z"],
    ["Beta", "y"],
    ["Gamma", "x"],
  ])
    await documents.make({ title, slug });
  t.deepEqual(await titles(documents, "&sort=title"), ["Alpha", "Beta", "Gamma"]);
  const before = (await documents.list()).body.documents;

  const path = `/v1/content/types/${id}`;
  await ann.api.put(path, { baseVersion: 1, titleField: "slug" });
  t.deepEqual(await titles(documents, "&sort=title"), ["x", "y", "z"]);
  t.deepEqual(await titles(documents, "&q=Y"), ["y"]);
  t.deepEqual(await titles(documents, "&q=alpha"), []);
  const after = (await documents.list()).body.documents;
  for (const [index, document] of after.entries())
    t.like(document, { updatedAt: before[index].updatedAt, draftVersion: 1, schemaVersion: 1 });

  await ann.api.put(path, { baseVersion: 2, titleField: "count" });
  t.deepEqual(await titles(documents, "&sort=title"), [null, null, null], "its value is no text");
  await ann.api.put(path, { baseVersion: 3, titleField: "title" });
  t.deepEqual(await titles(documents, "&q=alpha"), ["Alpha"]);
  t.is(await tasksOf(id), 0);
});

test("after another default locale, lists go by the titles in it (rules/content 41)", async (t) => {
  const projectId = await makeProject(ann);
  const fields = [field("title", { localized: true })];
  const { id } = await postType(ann.api, projectId, "article", fields, { titleField: "title" });
  const documents = new Documents(ann, projectId);
  const settings = `/v1/projects/${projectId}/content/settings`;
  await ann.api.put(settings, { locales: [{ code: "en" }, { code: "de" }] });
  await documents.make({ title: { en: "Kiln", de: "Ofen" } });
  t.deepEqual(await titles(documents, "&q=kiln"), ["Kiln"]);
  await ann.api.put(settings, { defaultLocale: "de" });
  t.deepEqual(await titles(documents, "&q=kiln"), []);
  t.deepEqual(await titles(documents, "&q=ofen"), ["Ofen"]);
  t.is(await tasksOf(id), 0);
});

test("search finds all documents and sorts them the moment after a change, before their columns follow (rules/content 41)", async (t) => {
  const projectId = await makeProject(ann);
  const fields = [field("title", { localized: true })];
  const { id } = await postType(ann.api, projectId, "article", fields, { titleField: "title" });
  const documents = new Documents(ann, projectId);
  const settings = `/v1/projects/${projectId}/content/settings`;
  await ann.api.put(settings, { locales: [{ code: "en" }, { code: "de" }] });
  const names = ["Ofen", "ofen 🦊", "Zofen", "\u{ff5e} ofen", "\u{1f98a} ofen", "Tür"];
  for (const [index, de] of names.entries()) await documents.make({ title: { en: `Kiln ${index}`, de } });
  const published = await documents.make({ title: { en: "x", de: "Ofen" } });
  await documents.publish(published, 1);
  await ann.api.put(settings, { defaultLocale: "de" });
  const lists = async () => ({
    found: await titles(documents, "&q=OFEN"),
    sorted: await titles(documents, "&q=ofen&sort=title"),
    all: await titles(documents, "&sort=title"),
    page: await titles(documents, "&q=ofen&sort=updatedAt&limit=2&offset=1"),
    published: await titles(documents, "&q=ofen&status=published"),
    missing: await titles(documents, "&q=ofen&missingLocale=en"),
    former: await titles(documents, "&q=kiln"),
    total: (await documents.list("?type=article&q=ofen&limit=1")).body.total as number,
  });
  const after = await lists();
  t.is(after.total, 6);
  t.deepEqual(after.published, ["Ofen"]);
  t.deepEqual(after.former, []);
  // The rows are as they are between the commit of a change and the end of its refresh, which a crash may delay.
  const { host } = kiln;
  await host.transact(async (tx) => {
    for (const column of ["title", "titleKey", "searchTitle"])
      await tx.update(ContentDocument, { typeId: id }, { [column]: "behind" });
    await planRefresh(host, tx, { projectId, typeIds: [id] });
  });
  t.deepEqual(await lists(), after);
  await host.transact((tx) => host.tasks.hasten(tx, "content.refresh", id));
  await until(async () => (await tasksOf(id)) === 0);
  t.deepEqual(await lists(), after);
});

test("a field that becomes localized counts among what translations miss", async (t) => {
  const projectId = await makeProject(ann);
  const { id } = await postType(ann.api, projectId, "article", [field("title")], { titleField: "title" });
  const documents = new Documents(ann, projectId);
  await ann.api.put(`/v1/projects/${projectId}/content/settings`, {
    locales: [{ code: "en" }, { code: "de" }],
  });
  await documents.make({ title: "Kiln" });
  t.deepEqual(await titles(documents, "&missingLocale=de"), []);
  await ann.api.put(`/v1/content/types/${id}`, {
    baseVersion: 1,
    fields: [field("title", { localized: true })],
  });
  t.deepEqual(await titles(documents, "&missingLocale=de"), ["Kiln"]);
});

test("what a crashed request left is finished by its task (rules/content 51)", async (t) => {
  const projectId = await makeProject(ann);
  const { id } = await postType(ann.api, projectId, "article", [field("title")], { titleField: "title" });
  const documents = new Documents(ann, projectId);
  const made = await Promise.all(
    Array.from({ length: 30 }, (_, index) => documents.make({ title: `Kiln ${index}` })),
  );
  const { host } = kiln;
  await host.transact(async (tx) => {
    await tx.update(ContentDocument, { typeId: id }, { title: "old", titleKey: "old", searchTitle: "old" });
    await planRefresh(host, tx, { projectId, typeIds: [id] });
    await host.tasks.hasten(tx, "content.refresh", id);
  });
  await until(async () => (await tasksOf(id)) === 0);
  t.is((await documents.list("?type=article&q=kiln")).body.total, made.length);
});

test("a task that a release before queued for the project itself is run (rules/content 51)", async (t) => {
  const projectId = await makeProject(ann);
  const { id } = await postType(ann.api, projectId, "article", [field("title")], { titleField: "title" });
  const documents = new Documents(ann, projectId);
  await documents.make({ title: "Kiln" });
  await kiln.host.transact(async (tx) => {
    await tx.update(ContentDocument, { typeId: id }, { title: "old", titleKey: "old", searchTitle: "old" });
    await kiln.host.tasks.enqueue(tx, { queue: "content.refresh", subject: id, payer: projectId });
  });
  await until(async () => (await tasksOf(id)) === 0);
  t.is((await documents.list("?type=article&q=kiln")).body.total, 1);
});

test("documents of a changed type are brought up to date a few at a time: others go on meanwhile (rules/running 24)", async (t) => {
  const projectId = await makeProject(ann);
  const type = await postType(ann.api, projectId, "article", [field("title")], { titleField: "title" });
  const documents = new Documents(ann, projectId);
  const model = await documents.make({ title: "A" });
  await kiln.host.transact(async (tx) => {
    const row = await tx.findOne(ContentDocument, { id: model });
    if (row === null) throw new Error("It is not there.");
    const copies = Array.from({ length: 400 }, () => ({ ...row, id: randomUUID(), title: "behind" }));
    for (let at = 0; at < copies.length; at += 50)
      await tx.insert(ContentDocument, copies.slice(at, at + 50) as never);
    await planRefresh(kiln.host, tx, { projectId, typeIds: [type.id] });
  });
  let turns = 0;
  const turn = (): void => {
    turns++;
    immediate = setImmediate(turn);
  };
  let immediate = setImmediate(turn);
  await refreshNow(kiln.host, [type.id]);
  clearImmediate(immediate);
  t.true(turns >= 10, `${turns} turns`);
  // A task does the work that takes longer than a request may.
  await until(
    async () => (await kiln.host.read.count(ContentDocument, { projectId, title: "behind" })) === 0,
  );
});
