import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { joinProject, makeProject } from "../../helpers/make-project.js";
import { postType } from "../../helpers/post-type.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";

interface Context {
  kiln: Kiln;
  ann: Person;
  bob: Person;
  stranger: Person;
  projectId: string;
  documents: Documents;
}
const test = anyTest as TestFn<Context>;

test.before(async (t) => {
  const kiln = await startKiln();
  const [ann, bob, stranger] = [await signUp(kiln.url), await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [bob]);
  await makeType(kiln, projectId, [
    { name: "title", title: "Title", type: "string" },
    { name: "picture", title: "Picture", type: "media", accept: ["image"] },
    { name: "files", title: "Files", type: "array", of: { type: "media" } },
  ]);
  t.context = { kiln, ann, bob, stranger, projectId, documents: new Documents(ann, projectId) };
});
test.after.always((t) => t.context.kiln.stop());

const picture = (person: Person) => upload(person.api, "image/png", Buffer.from("x"));
const names = (storageId: string) => ({ picture: { storageId } });

test("media has to be a committed object that the saver can read, of an accepted kind (rules/content 49)", async (t) => {
  const { ann, stranger, documents } = t.context;
  const staged = await ann.api.post("/v1/uploads/ticket", { contentType: "image/png", sizeBytes: 1 });
  const wrong = {
    [await picture(stranger)]: "unknown_media",
    [staged.body.storageId]: "unknown_media",
    [randomUUID()]: "unknown_media",
    x: "unknown_media",
    [await upload(ann.api, "audio/wav", Buffer.from("x"))]: "wrong_media_kind",
  };
  for (const [storageId, code] of Object.entries(wrong)) {
    const { status, body } = await documents.create(names(storageId));
    t.is(status, 200);
    t.like(body, { valid: false, issues: { 0: { path: "picture", code } } });
    t.is((await documents.publish(body.document.id, 1)).status, 400);
    // An issue stays one, however often the draft is saved.
    t.like((await documents.put(body.document.id, { ...names(storageId), title: "x" })).body.issues[0], {
      code,
    });
    t.like((await documents.get(body.document.id)).body.issues[0], { code });
  }
  const files = [await picture(ann), await upload(ann.api, "audio/wav", Buffer.from("x"))];
  const { body } = await documents.create({
    ...names(await picture(ann)),
    files: files.map((storageId) => ({ storageId })),
  });
  t.true(body.valid);
  t.is((await documents.publish(body.document.id, 1)).status, 200);
});

test("an id that was text under an earlier schema is no choice of media, and tells nothing of a stranger's file (rules/content 49)", async (t) => {
  const { ann, bob, stranger, projectId, documents } = t.context;
  const named = (type: string, m: object) => [{ name: "m", title: "M", type, ...m }];
  const { id: typeId } = await postType(
    ann.api,
    projectId,
    "card",
    named("object", { fields: [{ name: "storageId", title: "Id", type: "string" }] }),
  );
  const chosen = { m: { storageId: await picture(stranger) } };
  const id = await documents.make(chosen, { type: "card" });
  t.true((await documents.get(id)).body.valid);
  const change = (baseVersion: number, m: object) =>
    ann.api.put(`/v1/content/types/${typeId}`, { baseVersion, fields: named("media", m) });
  t.is((await change(1, { accept: ["video"] })).status, 200);
  const issue = { path: "m", code: "unknown_media" };
  const { status, body } = await documents.publish(id, 1);
  t.is(status, 400);
  t.regex(body.error.message, /names no stored file/);
  t.false(JSON.stringify(body).includes("image"));
  t.like((await documents.put(id, chosen)).body.issues[0], issue);

  // What was media under an earlier schema stays chosen.
  const own = { m: { storageId: await upload(bob.api, "video/mp4", Buffer.from("x")) } };
  const other = await documents.as(bob).make(own, { type: "card" });
  t.true((await documents.get(other)).body.valid);
  t.is((await change(2, {})).status, 200);
  t.true((await documents.put(other, own)).body.valid);
});

test("what a member chose from their own files stays right when another one edits and publishes (rules/content 49)", async (t) => {
  const { bob, documents } = t.context;
  const storageId = await picture(bob);
  const id = await documents.as(bob).make(names(storageId));
  t.true((await documents.get(id)).body.valid);
  const { body } = await documents.put(id, { ...names(storageId), title: "edited" });
  t.true(body.valid);
  t.is((await documents.publish(id, 2)).status, 200);
  // Nobody else may begin to use the file.
  t.like((await documents.create(names(storageId))).body.issues[0], { code: "unknown_media" });
  t.false(
    (await documents.put(id, { ...names(storageId), files: [{ storageId: randomUUID() }] })).body.valid,
  );
});

test("media linked to a project is every member's to use; deleted media is an issue from then on (rules/content 49)", async (t) => {
  const { ann, bob, documents, projectId } = t.context;
  const storageId = await picture(bob);
  await bob.api.post(`/v1/projects/${projectId}/storage`, { storageIds: [storageId] });
  const id = await documents.make(names(storageId));
  t.true((await documents.get(id)).body.valid);
  await bob.api.delete(`/v1/storage/${storageId}`);
  t.like((await documents.get(id)).body, { valid: false, issues: { 0: { code: "unknown_media" } } });
  t.is((await documents.publish(id, 1)).status, 400);
  t.is((await documents.put(id, { title: "without" })).body.valid, true);
  t.is((await ann.api.get(`/v1/storage/${storageId}`)).status, 404);
});

test("a newcomer uses what the project's members linked, not their own files' ids by guess (rules/content 49)", async (t) => {
  const { kiln, ann, bob, documents, projectId } = t.context;
  const carl = await signUp(kiln.url);
  await joinProject(ann, projectId, carl);
  const own = await picture(bob);
  t.false((await documents.as(carl).create(names(own))).body.valid);
});
