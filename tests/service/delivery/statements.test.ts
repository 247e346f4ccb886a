import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import type { Client } from "../../helpers/client.js";
import type { Documents } from "../../helpers/content.js";
import { countStatements } from "../../helpers/count-statements.js";
import { makeReader } from "../../helpers/make-reader.js";
import { makeSite } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "next", title: "Next", type: "reference", to: ["article"] },
];
const test = anyTest as TestFn<{ kiln: Kiln; reader: Client; path: string; documents: Documents }>;

test.before(async (t) => {
  const kiln = await startKiln();
  const { ann, projectId, documents } = await makeSite(kiln, FIELDS);
  let next: string | null = null;
  for (let n = 0; n < 30; n++) {
    const draft: object = { title: `Text ${n}`, ...(next && { next: { documentId: next } }) };
    const made: string = (await documents.create(draft)).body.document.id;
    await documents.publish(made, 1);
    next = made;
  }
  const path = `/v1/content/${projectId}/documents`;
  t.context = { kiln, reader: await makeReader(ann, projectId), path, documents };
});
test.after.always((t) => t.context.kiln.stop());

for (const [depth, query] of [
  [0, "&sort=title&limit=10"],
  [1, "&sort=title&limit=10&offset=5&expand=next"],
  [2, "&sort=title&limit=10&offset=9&expand=next.next&expandDepth=2"],
] as const)
  test.serial(
    `a list takes at most 2 statements and one a level of expand: depth ${depth} (rules/delivery 42)`,
    async (t) => {
      const { kiln, reader, path } = t.context;
      await reader.get(`${path}?type=article`);
      const seen = await countStatements(kiln, async () => {
        const { status, body } = await reader.get(`${path}?type=article${query}`);
        t.is(status, 200);
        t.true(body.documents.length > 5);
      });
      t.true(seen.length <= 2 + depth, seen.join("\n"));
    },
  );

test.serial(
  "after a publish the first list takes three statements: the changes, and the document that both index and answer have (rules/delivery 42)",
  async (t) => {
    const { kiln, reader, path, documents } = t.context;
    const list = async () => (await reader.get(`${path}?type=article&sort=title&limit=10`)).body.documents;
    const [{ _id }] = await list();
    const saved = await documents.put(_id, { title: "Text 0, again" });
    await documents.publish(_id, saved.body.version);
    const seen = await countStatements(kiln, async () => {
      t.is((await list()).find((each: { _id: string }) => each._id === _id).title, "Text 0, again");
    });
    t.is(seen.length, 3, seen.join("\n"));
    t.is((await countStatements(kiln, list)).length, 1);
  },
);

test.serial(
  "documents that are at hand take no statement, whatever else is asked of them (rules/delivery 42)",
  async (t) => {
    const { kiln, reader, path } = t.context;
    await reader.get(`${path}?type=article&sort=title&limit=20`);
    const seen = await countStatements(kiln, () =>
      reader.get(`${path}?type=article&sort=title&limit=10&offset=3`),
    );
    t.is(seen.length, 1, seen.join("\n"));
  },
);

test.serial(
  "a document and what it leads to, both at hand, take no statement; their next publish is read (rules/delivery 6)",
  async (t) => {
    const { kiln, reader, path, documents } = t.context;
    const query = "type=article&sort=title&limit=10&expand=next";
    const first = await reader.get(`${path}?${query}&offset=4`);
    const [{ _id, next }] = first.body.documents;
    const again = () => reader.get(`${path}?${query}&offset=3`);
    t.is((await countStatements(kiln, again)).length, 1);
    const single = () => reader.get(`${path}/${_id}?expand=next`);
    t.is((await countStatements(kiln, single)).length, 1);
    const saved = await documents.put(next._id, { title: "Another text" });
    t.is((await single()).body.document.next.title, next.title);
    await documents.publish(next._id, saved.body.version);
    t.is((await single()).body.document.next.title, "Another text");
    t.is((await countStatements(kiln, single)).length, 1);
    // No document references the newest one.
    const [newest] = (await reader.get(`${path}?type=article`)).body.documents;
    t.is((await reader.get(`${path}/${newest._id}`)).status, 200);
    await documents.unpublish(newest._id);
    t.is((await reader.get(`${path}/${newest._id}`)).status, 404);
  },
);

test.serial("a document at hand is of its own project only (rules/delivery 1)", async (t) => {
  const { kiln, reader, path } = t.context;
  const [{ _id }] = (await reader.get(`${path}?type=article`)).body.documents;
  t.is((await reader.get(`${path}/${_id}`)).status, 200);
  const other = await makeSite(kiln, FIELDS);
  const stranger = await makeReader(other.ann, other.projectId);
  t.is((await stranger.get(`/v1/content/${other.projectId}/documents/${_id}`)).status, 404);
});

test.serial("many who ask the same at once, after a publish, get one answer that is made once", async (t) => {
  const { kiln, reader, path, documents } = t.context;
  const ask = () => reader.get(`${path}?type=article&sort=-title&limit=10`);
  const [{ _id }] = (await ask()).body.documents;
  await ask();
  const saved = await documents.put(_id, { title: "Text 999" });
  await documents.publish(_id, saved.body.version);
  let answers: Awaited<ReturnType<typeof ask>>[] = [];
  const seen = await countStatements(kiln, async () => {
    answers = await Promise.all(Array.from({ length: 40 }, ask));
  });
  t.deepEqual(new Set(answers.map(({ body }) => body.documents[0].title)), new Set(["Text 999"]));
  t.is(new Set(answers.map(({ headers }) => headers.get("etag"))).size, 1);
  const ofContent = seen.filter((sql) => !sql.includes("delivery_tokens"));
  // The statements are of the changes and of the one document among them.
  t.is(ofContent.filter((sql) => sql.includes("content_changes")).length, 1, seen.join("\n"));
  t.true(ofContent.filter((sql) => sql.includes("AS payload")).length <= 1, seen.join("\n"));
});

test.serial(
  "the same list again takes one statement: that of the token and the revision (rules/delivery 6 and 42)",
  async (t) => {
    const { kiln, reader, path } = t.context;
    await reader.get(`${path}?type=article&limit=7`);
    const seen = await countStatements(kiln, () => reader.get(`${path}?type=article&limit=7`));
    t.is(seen.length, 1, seen.join("\n"));
  },
);
