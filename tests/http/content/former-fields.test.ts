import { randomUUID } from "node:crypto";
import test from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { ContentFormerFields } from "../../../entities/content-former-fields.js";
import { ContentType } from "../../../entities/content-type.js";
import { ContentTypeVersion } from "../../../entities/content-type-version.js";
import { keepFormerFields, readFormerFields } from "../../../services/content/types/former-fields.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { largeFields } from "../../helpers/hostile/insert-types.js";
import { insertType } from "../../helpers/insert-type.js";
import { makeProject } from "../../helpers/make-project.js";
import { field, postType } from "../../helpers/post-type.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

/** Number of versions of the type. The newest ones have more than 4 MB together, so older ones are not read. */
const VERSIONS = 18;
const large = largeFields();
const first = field("title");
const seo = (...names: string[]) =>
  field("seo", { type: "object", fields: names.map((name) => field(name)) });

/** Makes a type, a document that fills it, and further versions of the type. */
async function grow(fields: object[]) {
  const projectId = await makeProject(ann);
  const type = await postType(ann.api, projectId, "article", [...fields, ...large]);
  const path = `/v1/content/types/${type.id}`;
  let version = 1;
  const change = async (body: object) => {
    const { status, body: answer } = await ann.api.put(path, { baseVersion: version, ...body });
    if (status !== 200) throw new Error(JSON.stringify(answer));
    version = answer.contentType.latestVersion;
  };
  const age = async (rest: object[]) => {
    for (let at = 0; at < VERSIONS; at += 1)
      await change({ fields: [...rest, ...large.slice(1), field("f0", { title: `Version ${version}` })] });
  };
  return { id: type.id, projectId, documents: new Documents(ann, projectId), change, age };
}

const named = ({ issues }: { issues: { path: string; code: string }[] }) =>
  issues.map(({ path, code }) => `${path} ${code}`).toSorted();

test("a removed field is remembered behind any number of versions, and its value keeps nothing from being published (rules/content 21)", async (t) => {
  const { documents, change, age } = await grow([first, field("x"), seo("a", "b")]);
  const draft = { title: "One", x: "kept", seo: { a: "1", b: "2" } };
  const id = await documents.make(draft);
  await change({ fields: [first, seo("a"), ...large] });
  await age([first, seo("a")]);
  const got = (await documents.get(id)).body;
  t.deepEqual(named(got), ["seo.b orphaned_value", "x orphaned_value"]);
  t.true(got.valid);
  const saved = (await documents.put(id, { ...draft, title: "Two" })).body;
  t.true(saved.valid);
  t.is((await documents.publish(id, saved.version)).status, 200);
  const mistyped = (await documents.put(id, { ...draft, y: "never a field" })).body;
  t.false(mistyped.valid);
  t.true(named(mistyped).includes("y unknown_field"));
  // A field comes back and goes again.
  await change({ fields: [first, field("x"), seo("a"), ...large] });
  t.deepEqual(named((await documents.put(id, draft)).body), ["seo.b orphaned_value"]);
  await change({ fields: [first, seo("a"), ...large] });
  t.deepEqual(named((await documents.put(id, { ...draft, title: "3" })).body), [
    "seo.b orphaned_value",
    "x orphaned_value",
  ]);
});

test("versions that a process of an earlier release made count, at once and behind later ones (rules/content 21)", async (t) => {
  const { id: typeId, projectId, documents, change, age } = await grow([first, field("x"), field("z")]);
  const id = await documents.make({ title: "One", x: "1", z: "2" });
  await change({ fields: [first, field("z"), ...large] });
  const schema = { name: "article", title: "Article", fields: [first, ...large] as FieldDefinition[] };
  await kiln.host.transact(async (tx) => {
    const version = {
      id: randomUUID(),
      projectId,
      typeId,
      version: 3,
      createdById: null,
      createdAt: Date.now(),
    };
    await tx.insert(ContentTypeVersion, { ...version, schema: schema as never });
    await tx.update(ContentType, { id: typeId }, { latestVersion: 3, schema });
  });
  t.deepEqual(named((await documents.put(id, { title: "2", x: "1", z: "2" })).body), [
    "x orphaned_value",
    "z orphaned_value",
  ]);
  await change({ baseVersion: 3, fields: [first, ...large.slice(1)] });
  await age([first]);
  t.deepEqual(named((await documents.put(id, { title: "3", x: "1", z: "2" })).body), [
    "x orphaned_value",
    "z orphaned_value",
  ]);
});

test("of a type the newest 4,000 paths of removed fields are kept (rules/content 21)", async (t) => {
  const projectId = randomUUID();
  const schemaOf = (turn: number) => ({
    name: "part",
    title: "A part",
    fields: Array.from({ length: 500 }, (_, at) => field(`f${turn}x${at}`)) as FieldDefinition[],
  });
  const id = await insertType(kiln.host, projectId, schemaOf(1));
  for (let turn = 1; turn < 12; turn += 1)
    await kiln.host.transact((tx) =>
      keepFormerFields(tx, { id, projectId, latestVersion: turn, schema: schemaOf(turn) } as ContentType, {
        latestVersion: turn + 1,
        schema: schemaOf(turn + 1),
      }),
    );
  const paths = await readFormerFields(kiln.host.read, id, 12);
  t.is(paths.size, 4000);
  for (const [turn, isKept] of [
    [11, true],
    [4, true],
    [3, false],
  ] as const)
    t.is(paths.has(`f${turn}x0`), isKept, `${turn}`);
  t.is(await kiln.host.read.count(ContentFormerFields, { projectId }), 1);
});
