import test from "ava";
import { ContentDocument } from "../../../entities/content-document.js";
import { ContentHead } from "../../../entities/content-head.js";
import { ContentRevision } from "../../../entities/content-revision.js";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { readStored } from "../../../services/changes/index.js";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Answer, type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { lendTextModel, marked } from "../../helpers/lend-text-model.js";
import { LiveEditor } from "../../helpers/live-editor.js";
import { joinProject, makeProject } from "../../helpers/make-project.js";
import { makeSite } from "../../helpers/make-site.js";
import { postType } from "../../helpers/post-type.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { countedOf, storedIn } from "../../helpers/stored-bytes.js";
import { translationJobs } from "../../helpers/translation-jobs.js";
import { until } from "../../helpers/until.js";

const MB = 2 ** 20;
const MOST = 16 * MB;
const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string", localized: true },
  { name: "body", title: "Body", type: "text" },
];

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln({ CONTENT_MB: "16" });
  kiln.host.tasks.forget("content.count");
});
test.after.always(() => kiln?.stop());

/** Projects that take the room of their owners. */
const fillers = new Map<string, string>();

/** Leaves room for so many bytes in what the owner of a project may store. Another project of theirs takes the rest. */
async function leaveRoom(ann: Person, projectId: string, room: number): Promise<void> {
  const id = fillers.get(ann.id) ?? (await makeProject(ann));
  if (!fillers.has(ann.id)) await postType(ann.api, id, "article");
  fillers.set(ann.id, id);
  const fill = (storedBytes: number) =>
    kiln.host.transact((tx) => tx.update(ContentHead, { id }, { storedBytes }));
  await fill(0);
  const { bytes } = await readStored(kiln.host.read, projectId);
  await fill(MOST - bytes - room);
}

const refusalOf = ({ status, body }: Answer): string => {
  if (status !== 402 || body.error.code !== "storage_limit") throw new Error(JSON.stringify(body));
  return body.error.message;
};

test("documents beyond the bound of an account are refused in all of its projects, and what it deletes makes room at once (rules/content 61)", async (t) => {
  const { ann, projectId, documents } = await makeSite(kiln, FIELDS);
  const second = await makeProject(ann);
  await makeType(kiln, second, FIELDS);
  const large = { body: "x".repeat(3_900_000) };
  const ids = [];
  for (const each of [documents, new Documents(ann, second), documents, new Documents(ann, second)])
    ids.push(await each.make(large));
  for (const project of [projectId, second]) {
    t.is(await countedOf(kiln, project), await storedIn(kiln, project));
    t.is(
      refusalOf(await new Documents(ann, project).create(large)),
      "The drafts and revisions in the projects that you own take 14.9 MB of the 16 MB that an account may store (CONTENT_MB), so this does not fit. Documents that are deleted make room at once.",
    );
  }
  t.is(await kiln.host.read.count(ContentDocument, { createdById: ann.id }), 4);
  t.is((await documents.create({ body: "It fits." })).status, 200);
  const other = await makeSite(kiln, FIELDS);
  t.is((await other.documents.create(large)).status, 200, "another account has its own room");
  t.is((await documents.delete(ids[1] ?? "")).status, 200);
  t.is((await documents.create(large)).status, 200);
});

test("a bound is met to the byte (rules/content 61)", async (t) => {
  const { ann, projectId, documents } = await makeSite(kiln, FIELDS);
  const draft = { body: "xyz" };
  const bytes = JSON.stringify(draft).length;
  const id = await documents.make({ body: "a" });
  await leaveRoom(ann, projectId, bytes - 1);
  refusalOf(await documents.create(draft));
  await leaveRoom(ann, projectId, bytes);
  t.is((await documents.create(draft)).status, 200);
  refusalOf(await documents.create({}));
  await leaveRoom(ann, projectId, 2);
  refusalOf(await documents.put(id, { body: "abcd" }));
  await leaveRoom(ann, projectId, 3);
  t.is((await documents.put(id, { body: "abcd" })).status, 200);
});

test("a member of a project meets the bound of its owner, and reads whose it is (rules/content 61)", async (t) => {
  const { ann, projectId, documents } = await makeSite(kiln, FIELDS);
  const bob = await signUp(kiln.url);
  await joinProject(ann, projectId, bob);
  const id = await documents.make({ body: "One" });
  await leaveRoom(ann, projectId, 1);
  const own = await makeProject(bob);
  await makeType(kiln, own, FIELDS);
  t.is((await new Documents(bob, own).create({ body: "Two" })).status, 200);
  for (const answer of [
    await documents.as(bob).create({ body: "Two" }),
    await documents.as(bob).put(id, { body: "One more" }),
  ])
    t.regex(
      refusalOf(answer),
      /^The drafts and revisions in all projects of this project's owner take 16 MB of the 16 MB .* \(CONTENT_MB\)/,
    );
});

test("saves that store more are refused in every way, and change nothing; others and publishes are not (rules/content 61)", async (t) => {
  const { ann, projectId, documents } = await makeSite(kiln, FIELDS);
  const id = await documents.make({ body: "0123456789" });
  const editor = await LiveEditor.open(ann.api, id);
  await leaveRoom(ann, projectId, 0);
  const longer = { body: "0123456789 and more" };
  editor.text("body").insert(0, "more");
  const { revisions } = (await documents.revisions(id)).body;
  for (const answer of [
    await documents.put(id, longer),
    await ann.api.patch(`/v1/content/documents/${id}`, { draft: longer }),
    await editor.send(),
    await documents.restore(id, revisions[0].id),
    // Another author's save stores a snapshot of the draft, though what it saves is shorter.
    await ann.session.put(`/v1/content/documents/${id}`, { draft: { body: "012345678" } }),
  ])
    t.regex(refusalOf(answer), /in the projects that you own/);
  const { document } = (await documents.get(id)).body;
  t.deepEqual([document.draftVersion, document.draft], [1, { body: "0123456789" }]);
  t.is(await kiln.host.read.count(ContentRevision, { documentId: id }), 0);
  for (const body of ["012345678", "876543210", "short"])
    t.is((await documents.put(id, { body })).status, 200);
  t.is((await documents.put(id, { body: "012345" })).status, 200, "a shorter draft has made room");
  t.is((await documents.publish(id, 5)).status, 200);
  t.is((await documents.unpublish(id)).status, 200);
  t.is(await countedOf(kiln, projectId), await storedIn(kiln, projectId));
});

test("an agent reads that documents take the room, and what to do (rules/content 61 and mcp 6)", async (t) => {
  const { ann, projectId, documents } = await makeSite(kiln, FIELDS);
  await documents.make({ body: "One" });
  await leaveRoom(ann, projectId, 1);
  const client = await connectAgent(kiln.url, ann.key);
  const { isError, json } = await callTool(client, "create_content_document", {
    projectId,
    type: "article",
    draft: { body: "Two" },
  });
  t.true(isError);
  t.is(json.error, "storage_limit");
  t.regex(json.message, /CONTENT_MB/);
  t.regex(json.nextStep, /documents are no longer needed/);
  t.notRegex(json.nextStep, /files|plan/);
});

test("a translation without room fails with that sentence, costs nothing and asks no model (rules/content 61)", async (t) => {
  const model = lendTextModel(kiln, (request) => Promise.resolve(marked(request)));
  const { ann, projectId, documents } = await makeSite(kiln, FIELDS, {
    translationModel: model.id,
    autoTranslateOnPublish: true,
  });
  const [id] = [
    await documents.make({ title: { en: "One" } }),
    await documents.make({ title: { en: "Two" } }),
  ];
  await leaveRoom(ann, projectId, 10);
  const one = await ann.api.post(`/v1/content/documents/${id}/translate`, {
    locales: ["de"],
    model: model.id,
  });
  refusalOf(one);
  const agent = await connectAgent(kiln.url, ann.key);
  const { json } = await callTool(agent, "translate_content_document", { documentId: id, model: model.id });
  t.is(json.error, "storage_limit");
  t.regex(json.nextStep, /documents are no longer needed/);
  const jobs = translationJobs(ann, projectId);
  t.is((await jobs.start()).status, 200);
  const job = await jobs.ended();
  t.is(job.status, "failed");
  t.regex(job.errorMessage, /CONTENT_MB/);
  t.is((await documents.publish(id, 1)).status, 200);
  const behind = await until(async () => {
    const latest = (await jobs.latest()).body.job;
    return latest.id !== job.id && latest.status !== "running" && latest;
  });
  t.is(behind.status, "failed");
  t.regex(behind.errorMessage, /CONTENT_MB/);
  t.is(model.requests.length, 0);
  t.is((await ann.api.get("/v1/account")).body.remainingCredits, 500);
});

test("a translation for which there was room, but is none when it is saved, is not tried again (rules/content 61)", async (t) => {
  const { ann, projectId, documents } = await makeSite(kiln, FIELDS);
  const model = lendTextModel(kiln, async (request) => {
    await leaveRoom(ann, projectId, 1);
    return marked(request);
  });
  const id = await documents.make({ title: { en: "One" } });
  const refused = await ann.api.post(`/v1/content/documents/${id}/translate`, {
    locales: ["de"],
    model: model.id,
  });
  t.regex(refusalOf(refused), /CONTENT_MB/);
  t.is(model.requests.length, 1);
  t.is((await ann.api.get("/v1/account")).body.remainingCredits, 500);
  t.deepEqual((await documents.get(id)).body.document.draft, { title: { en: "One" } });
});

test("with CONTENT_MB 0 nothing is refused (rules/content 61)", async (t) => {
  const open = await startKiln({ CONTENT_MB: "0" });
  t.teardown(() => open.stop());
  const { documents, projectId } = await makeSite(open, FIELDS);
  const id = await documents.make({ body: "One" });
  await open.host.transact((tx) => tx.update(ContentHead, { id: projectId }, { storedBytes: 2 ** 50 }));
  t.is((await documents.create({ body: "Two" })).status, 200);
  t.is((await documents.put(id, { body: "One more" })).status, 200);
});
