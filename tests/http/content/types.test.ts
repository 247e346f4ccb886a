import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { field, postType } from "../../helpers/post-type.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const typesOf = (projectId: string) => `/v1/projects/${projectId}/content/types`;

const EVERY_FIELD = [
  field("title", { required: true, maxLength: 60, description: "Shown in lists", localized: true }),
  field("kind", { enum: ["news", "opinion"] }),
  field("summary", { type: "text", maxLength: 500, localized: false }),
  field("rating", { type: "number", integer: true, min: 0, max: 5 }),
  field("isPinned", { type: "boolean" }),
  field("at", { type: "datetime" }),
  field("body", { type: "portableText", localized: true }),
  field("cover", { type: "media", accept: ["image", "video"], localized: true }),
  field("parent", { type: "reference", to: ["post"] }),
  field("seo", { type: "object", fields: [field("title"), field("image", { type: "media" })] }),
  field("tags", { type: "array", of: { type: "string", maxLength: 20 } }),
  field("related", { type: "array", of: { type: "reference", to: ["post"], title: "Post", required: true } }),
];

test("a type is its schema at version 1; GET and the list give it back (rules/content 4)", async (t) => {
  const id = await makeProject(ann);
  const schema = {
    name: "post",
    title: "Post",
    description: "A post",
    fields: EVERY_FIELD,
    titleField: "title",
  };
  const made = await ann.api.post(typesOf(id), schema);
  t.is(made.status, 200);
  const type = made.body.contentType;
  t.deepEqual(type.schema, schema);
  t.like(type, {
    projectId: id,
    name: "post",
    title: "Post",
    description: "A post",
    latestVersion: 1,
    version: 1,
    documentCount: 0,
  });
  t.is(type.createdAt, new Date(type.createdAt).toISOString());
  t.deepEqual((await ann.api.get(`/v1/content/types/${type.id}`)).body, { contentType: type });
  t.deepEqual((await ann.api.get(typesOf(id))).body, {
    contentTypes: [type],
    total: 1,
    limit: 200,
    offset: 0,
  });
});

test("what is not given is null in the record and absent in the schema", async (t) => {
  const id = await makeProject(ann);
  const { body } = await ann.api.post(typesOf(id), {
    name: "bare",
    title: "Bare",
    fields: [],
    description: null,
  });
  t.is(body.contentType.description, null);
  t.deepEqual(body.contentType.schema, { name: "bare", title: "Bare", fields: [] });
});

test("a name that is taken is a conflict, in another project it is free (rules/content 2)", async (t) => {
  const [one, other] = [await makeProject(ann), await makeProject(ann)];
  await postType(ann.api, one, "post");
  const again = await ann.api.post(typesOf(one), { name: "post", title: "P", fields: [] });
  t.is(again.status, 409);
  t.is(again.body.error.code, "conflict");
  await postType(ann.api, other, "post");
  t.is((await ann.api.get(typesOf(one))).body.total, 1);
});

test("the default project has content too", async (t) => {
  const { defaultProjectId } = (await ann.api.get("/v1/projects")).body;
  await postType(ann.api, defaultProjectId, "note");
  t.is((await ann.api.get(typesOf(defaultProjectId))).body.total, 1);
});

test("the list is newest first, in pages of at most 200 (rules/edge 27)", async (t) => {
  const id = await makeProject(ann);
  for (const name of ["one", "two", "three"]) await postType(ann.api, id, name);
  const names = async (query: string) =>
    (await ann.api.get(`${typesOf(id)}${query}`)).body.contentTypes.map(
      (type: { name: string }) => type.name,
    );
  t.deepEqual(await names(""), ["three", "two", "one"]);
  t.deepEqual(await names("?limit=1&offset=1"), ["two"]);
  t.deepEqual(await names("?offset=3"), []);
  t.is((await ann.api.get(`${typesOf(id)}?limit=200`)).status, 200);
  for (const query of ["limit=201", "limit=0", "limit=x", "limit=1.5", "offset=-1"])
    t.is((await ann.api.get(`${typesOf(id)}?${query}`)).status, 400, query);
});

test("other fields make a new version, earlier ones stay as they were (rules/content 4)", async (t) => {
  const id = await makeProject(ann);
  const type = await postType(ann.api, id, "post", [field("title"), field("body")]);
  const path = `/v1/content/types/${type.id}`;
  const second = await ann.api.put(path, { baseVersion: 1, fields: [field("title")] });
  t.is(second.status, 200);
  t.like(second.body.contentType, { latestVersion: 2, version: 2 });
  t.deepEqual(second.body.contentType.schema.fields, [field("title")]);
  const third = await ann.api.put(path, { baseVersion: 2, titleField: "title" });
  t.is(third.body.contentType.latestVersion, 3, "another titleField is a version too");
  const first = (await ann.api.get(`${path}?version=1`)).body.contentType;
  t.like(first, { latestVersion: 3, version: 1 });
  t.deepEqual(first.schema.fields, [field("title"), field("body")]);
  t.deepEqual((await ann.api.get(`${path}?version=3`)).body, (await ann.api.get(path)).body);
  const { versions, ...page } = (await ann.api.get(`${path}/versions`)).body;
  t.deepEqual(page, { total: 3, limit: 200, offset: 0 });
  t.deepEqual(
    versions.map((version: { version: number }) => version.version),
    [3, 2, 1],
  );
  t.deepEqual(versions[2].schema, first.schema);
  t.like(versions[0].createdBy, { id: ann.id, email: ann.email });
  t.deepEqual((await ann.api.get(`${path}/versions?limit=1&offset=2`)).body.versions, [versions[2]]);
  t.is((await ann.api.get(`${path}/versions?limit=201`)).status, 400);
  t.is((await ann.api.get(`${path}?version=4`)).status, 404);
  for (const version of ["0", "-1", "1.5", "x"])
    t.is((await ann.api.get(`${path}?version=${version}`)).status, 400, version);
});

test("title and description alone make no version, neither does the same schema (rules/content 4)", async (t) => {
  const id = await makeProject(ann);
  const type = await postType(ann.api, id, "post", EVERY_FIELD, { titleField: "title" });
  const path = `/v1/content/types/${type.id}`;
  const renamed = (await ann.api.put(path, { baseVersion: 1, title: "Article", description: "New" })).body;
  t.like(renamed.contentType, { title: "Article", description: "New", latestVersion: 1 });
  t.like(renamed.contentType.schema, { title: "Article", description: "New", titleField: "title" });
  const cleared = (await ann.api.put(path, { baseVersion: 1, description: null })).body.contentType;
  t.is(cleared.description, null);
  t.is(cleared.title, "Article", "what is not given stays");
  const shuffled = EVERY_FIELD.map((each) => Object.fromEntries(Object.entries(each).toReversed()));
  const same = await ann.api.put(path, { baseVersion: 1, fields: shuffled, titleField: "title" });
  t.is(same.body.contentType.latestVersion, 1);
  t.is(same.body.contentType.updatedAt, cleared.updatedAt, "nothing changed");
  t.is((await ann.api.put(path, { baseVersion: 1 })).status, 200);
  t.is((await ann.api.get(`${path}/versions`)).body.total, 1);
});

test("a stale baseVersion is a conflict, also for a title alone; a missing one is 400 (rules/content 3)", async (t) => {
  const id = await makeProject(ann);
  const type = await postType(ann.api, id, "post");
  const path = `/v1/content/types/${type.id}`;
  await ann.api.put(path, { baseVersion: 1, fields: [field("other")] });
  for (const change of [{ fields: [field("mine")] }, { title: "Mine" }, {}])
    for (const baseVersion of [-1, 0, 1, 3, 2 ** 31]) {
      const refused = await ann.api.put(path, { baseVersion, ...change });
      t.is(refused.status, 409);
      t.regex(refused.body.error.message, /version 2/);
    }
  for (const baseVersion of [undefined, null, "2", 1.5])
    t.is((await ann.api.put(path, { baseVersion, title: "x" })).status, 400, String(baseVersion));
  t.like((await ann.api.get(path)).body.contentType, { latestVersion: 2, title: "post" });
});

test("of edits at once on one version one wins, and versions have no gaps (compare-and-set) (rules/content 3)", async (t) => {
  const id = await makeProject(ann);
  const type = await postType(ann.api, id, "post");
  const path = `/v1/content/types/${type.id}`;
  for (let baseVersion = 1; baseVersion <= 3; baseVersion++) {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        ann.api.put(path, { baseVersion, fields: [field(`field${baseVersion}of${index}`)] }),
      ),
    );
    t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409, 409]);
  }
  const { versions } = (await ann.api.get(`${path}/versions`)).body;
  t.deepEqual(
    versions.map((version: { version: number }) => version.version),
    [4, 3, 2, 1],
  );
});

test("of types at once with one name one is made (unique within a project) (rules/content 2)", async (t) => {
  const id = await makeProject(ann);
  const body = { name: "post", title: "Post", fields: [field("title")] };
  const answers = await Promise.all(Array.from({ length: 6 }, () => ann.api.post(typesOf(id), body)));
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409, 409]);
  t.is((await ann.api.get(typesOf(id))).body.total, 1);
});

test("a type may refer to itself at creation, to others only when they are there (rules/content 7)", async (t) => {
  const id = await makeProject(ann);
  const to = (...names: string[]) => [field("link", { type: "reference", to: names })];
  const early = await ann.api.post(typesOf(id), { name: "post", title: "P", fields: to("post", "author") });
  t.is(early.status, 400);
  t.regex(early.body.error.message, /^fields\[0\]\.to\[1\]: there is no content type "author"/);
  const post = await postType(ann.api, id, "post", to("post"));
  await postType(ann.api, id, "author");
  const path = `/v1/content/types/${post.id}`;
  t.is((await ann.api.put(path, { baseVersion: 1, fields: to("post", "author") })).status, 200);
  const nested = [field("rows", { type: "array", of: { type: "object", fields: to("nobody") } })];
  const refused = await ann.api.put(path, { baseVersion: 2, fields: nested });
  t.is(refused.status, 400);
  t.regex(refused.body.error.message, /fields\[0\]\.of\.fields\[0\]\.to\[0\]/);
  const elsewhere = await makeProject(ann);
  const foreign = await ann.api.post(typesOf(elsewhere), { name: "page", title: "P", fields: to("author") });
  t.is(foreign.status, 400, "types of another project are none");
});

test("titleField names a field of the type, also after the fields change (rules/content 4)", async (t) => {
  const id = await makeProject(ann);
  const body = { name: "post", title: "P", fields: [field("headline"), field("cover", { type: "media" })] };
  for (const titleField of ["title", "cover", "", 5])
    t.is((await ann.api.post(typesOf(id), { ...body, titleField })).status, 400, String(titleField));
  const unknown = await ann.api.post(typesOf(id), { ...body, titleField: "title" });
  t.regex(unknown.body.error.message, /^titleField must name a field of the type.*headline/);
  const { contentType } = (await ann.api.post(typesOf(id), { ...body, titleField: "headline" })).body;
  const path = `/v1/content/types/${contentType.id}`;
  t.is((await ann.api.put(path, { baseVersion: 1, fields: [field("other")] })).status, 400);
  const moved = await ann.api.put(path, { baseVersion: 1, fields: [field("other")], titleField: "other" });
  t.is(moved.body.contentType.schema.titleField, "other");
  const none = await ann.api.put(path, { baseVersion: 2, titleField: null });
  t.like(none.body.contentType, { latestVersion: 3 });
  t.false("titleField" in none.body.contentType.schema);
});

test("unknown ids are 404, malformed ones too (rules/edge 13)", async (t) => {
  for (const id of [randomUUID(), "x"]) {
    const path = `/v1/content/types/${id}`;
    for (const answer of [
      await ann.api.get(path),
      await ann.api.put(path, { baseVersion: 1 }),
      await ann.api.delete(path),
      await ann.api.get(`${path}/versions`),
      await ann.api.get(typesOf(id)),
      await ann.api.post(typesOf(id), { name: "post", title: "P", fields: [] }),
    ])
      t.is(answer.status, 404);
  }
});
