import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Answer, type Person, signUp } from "../../helpers/client.js";
import { insertObject } from "../../helpers/insert-object.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
let ann: Person;
let bob: Person;
let eve: Person;
test.before(async () => {
  kiln = await startKiln();
  [ann, bob, eve] = [await signUp(kiln.url), await signUp(kiln.url), await signUp(kiln.url)];
});
test.after.always(() => kiln?.stop());

const refused = (answer: Answer) => [answer.status, answer.body.error?.code, answer.body.error?.message];
const UNKNOWN = [400, "invalid_params", "Unknown or uncommitted storageId"];
const file = ({ api }: Person, type = "image/png", size = 10) => upload(api, type, Buffer.alloc(size, 1));
const link = ({ api }: Person, id: string, storageIds: unknown) =>
  api.post(`/v1/projects/${id}/storage`, { storageIds });
const listed = async ({ api }: Person, id: string, query = "") => {
  const { body } = await api.get(`/v1/projects/${id}/storage${query}`);
  return {
    total: body.total as number,
    ids: body.objects.map(({ storageId }: { storageId: string }) => storageId) as string[],
    objects: body.objects,
  };
};

test("both roles link their own media; rows say who added them, newest link first (rules/storage 26 and 27)", async (t) => {
  const id = await makeProject(ann, [bob]);
  const [first, second, third] = [await file(ann), await file(bob), await file(ann)];
  t.deepEqual((await link(ann, id, [third])).body, { ok: true });
  t.deepEqual((await link(bob, id, [second])).body, { ok: true });
  t.deepEqual((await link(ann, id, [first])).body, { ok: true });
  for (const member of [ann, bob]) {
    const { ids, total, objects } = await listed(member, id);
    t.deepEqual(ids, [first, second, third]);
    t.is(total, 3);
    t.deepEqual(
      objects.map(({ addedByUserId }: { addedByUserId: string }) => addedByUserId),
      [ann.id, bob.id, ann.id],
    );
    t.is((await fetch(objects[0].url)).status, 200);
  }
});

test("linking is idempotent, and a member may name what is linked already (rules/storage 26)", async (t) => {
  const id = await makeProject(ann, [bob]);
  const [hers, his] = [await file(ann), await file(bob)];
  await link(ann, id, [hers]);
  t.deepEqual((await link(ann, id, [hers, hers.toUpperCase()])).body, { ok: true });
  t.deepEqual((await link(bob, id, [hers, his])).body, { ok: true });
  const { ids, objects } = await listed(ann, id);
  t.deepEqual(ids, [his, hers]);
  t.is(objects[1].addedByUserId, ann.id, "the first link stays");
  const both = await Promise.all(Array.from({ length: 6 }, async () => link(ann, id, [hers, his])));
  t.true(both.every(({ status }) => status === 200));
  t.is((await listed(ann, id)).total, 2);
});

test("linking is all or nothing: a foreign, staged or unknown id refuses the whole call (rules/storage 26)", async (t) => {
  const id = await makeProject(ann, [bob]);
  const other = await makeProject(ann, [bob]);
  const [mine, foreign, readable] = [await file(ann), await file(eve), await file(bob)];
  await link(bob, other, [readable]);
  const staged = (await ann.api.post("/v1/uploads/ticket", { contentType: "image/png", sizeBytes: 5 })).body
    .storageId;
  for (const bad of [foreign, staged, randomUUID(), readable])
    t.deepEqual(refused(await link(ann, id, [mine, bad])), UNKNOWN);
  t.is((await listed(ann, id)).total, 0);
  for (const storageIds of [[], undefined, "x", ["nope"], Array.from({ length: 201 }, () => randomUUID())])
    t.is((await link(ann, id, storageIds)).status, 400);
  t.is((await link(eve, id, [foreign])).status, 404);
});

test("200 ids link in one call (rules/storage 26)", async (t) => {
  const id = await makeProject(ann);
  const ids: string[] = [];
  while (ids.length < 200) ids.push(await insertObject(kiln, ann.id, { contentType: "audio/wav" }));
  t.deepEqual((await link(ann, id, ids)).body, { ok: true });
  const seen = await listed(ann, id);
  t.is(seen.total, 200);
  t.is(seen.ids.length, 200, "without a limit everything");
});

test("the list filters by kind, sorts by size, pages, and totals after the filter (rules/storage 27)", async (t) => {
  const id = await makeProject(ann);
  const [small, large, sound] = [
    await file(ann, "image/png", 10),
    await file(ann, "image/jpeg", 30),
    await file(ann, "audio/wav", 20),
  ];
  for (const each of [large, sound, small]) await link(ann, id, [each]);
  t.deepEqual((await listed(ann, id)).ids, [small, sound, large]);
  t.deepEqual((await listed(ann, id, "?sort=size")).ids, [large, sound, small]);
  const images = await listed(ann, id, "?kind=image&limit=1&offset=1");
  t.deepEqual(images.ids, [large]);
  t.is(images.total, 2);
  t.deepEqual((await listed(ann, id, "?kind=video")).ids, []);
  t.is((await listed(ann, id, "?offset=2")).ids.length, 1);
  for (const query of ["limit=0", "limit=501", "offset=-1", "sort=name", "kind=text", "kind="])
    t.is((await ann.api.get(`/v1/projects/${id}/storage?${query}`)).status, 400, query);
});

test("members read linked media, as file and as input; they do not delete it; strangers read 404 (rules/storage 1 and 3)", async (t) => {
  const id = await makeProject(ann, [bob]);
  const source = await file(ann, "image/png", 10);
  const path = `/v1/storage/${source}`;
  t.is((await bob.api.get(path)).status, 404);
  await link(ann, id, [source]);
  t.is((await bob.api.get(path)).status, 200);
  t.is((await bob.api.get(`${path}/raw`)).status, 302);
  t.is((await bob.api.delete(path)).status, 403);
  for (const answer of [
    await eve.api.get(path),
    await eve.api.get(`${path}/raw`),
    await eve.api.delete(path),
  ])
    t.is(answer.status, 404);
  const upscale = (await bob.api.get("/v1/models?kind=upscale")).body.models.find(
    (model: { capabilities: { supportedTypes: string[] }; paidOnly: boolean }) =>
      model.capabilities.supportedTypes.includes("image") && !model.paidOnly,
  );
  const body = {
    model: upscale.id,
    params: { kind: "upscale", sourceStorageId: source, durationSeconds: 1 },
  };
  t.is((await bob.api.post("/v1/estimates", body)).status, 200);
  t.deepEqual(refused(await eve.api.post("/v1/estimates", body)), UNKNOWN);
  await ann.api.delete(`/v1/projects/${id}/members/${bob.id}`);
  t.is((await bob.api.get(path)).status, 404, "who left reads nothing any more");
  t.deepEqual(refused(await bob.api.post("/v1/estimates", body)), UNKNOWN);
});

test("deleting an object unlinks it (rules/storage 4)", async (t) => {
  const id = await makeProject(ann, [bob]);
  const [gone, stays] = [await file(bob), await file(bob)];
  await link(bob, id, [gone, stays]);
  await bob.api.delete(`/v1/storage/${gone}`);
  t.deepEqual((await listed(ann, id)).ids, [stays]);
  t.deepEqual(refused(await link(bob, id, [gone])), UNKNOWN);
});

test("links and deletions at once leave no link without its object (rules/storage 4)", async (t) => {
  const id = await makeProject(ann);
  const files = await Promise.all(Array.from({ length: 12 }, () => file(ann)));
  await Promise.all(files.flatMap((each) => [link(ann, id, [each]), ann.api.delete(`/v1/storage/${each}`)]));
  t.is((await listed(ann, id)).total, 0);
  const rows = await kiln.host.read.query("SELECT id FROM project_links WHERE projectId = ?", [id]);
  t.deepEqual(rows, []);
});

test("results of a project's job are linked to it and belong to the submitter (rules/generation 8)", async (t) => {
  const id = await makeProject(ann, [bob]);
  const { body } = await bob.api.post("/v1/generations", {
    model: "mock-image",
    params: { kind: "image", prompt: "pots", aspectRatio: "1:1", numImages: 2 },
    projectId: id,
  });
  const job = await waitForJob(bob.api, body.job.id);
  const { ids, objects } = await listed(ann, id);
  t.deepEqual(ids.toSorted(), job.resultStorageIds.toSorted());
  t.true(
    objects.every(
      ({ addedByUserId, origin }: Record<string, string>) =>
        addedByUserId === bob.id && origin === "generated",
    ),
  );
  t.is((await ann.api.get(`/v1/storage/${ids[0]}`)).status, 200);
  t.is((await ann.api.delete(`/v1/storage/${ids[0]}`)).status, 403);
  const own = (await bob.api.get("/v1/storage/usage")).body.objects;
  t.true(ids.every((each) => own.some(({ storageId }: { storageId: string }) => storageId === each)));
  t.is((await ann.api.get(`/v1/generations/${job.id}`)).body.job.resultUrls.length, 2);
});

test("in a default project the owner's own media counts as linked (rules/delivery 13)", async (t) => {
  const person = await signUp(kiln.url);
  const { defaultProjectId } = (await person.api.get("/v1/projects")).body;
  const mine = await file(person);
  t.deepEqual((await link(person, defaultProjectId, [mine])).body, { ok: true });
  const { ids, objects } = await listed(person, defaultProjectId);
  t.deepEqual(ids, [mine]);
  t.is(objects[0].addedByUserId, person.id);
  t.deepEqual(refused(await link(person, defaultProjectId, [await file(ann)])), UNKNOWN);
});
