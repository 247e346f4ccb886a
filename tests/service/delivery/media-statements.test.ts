import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import { recordChanges } from "../../../services/changes/index.js";
import { type Client, type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { countStatements } from "../../helpers/count-statements.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeReader } from "../../helpers/make-reader.js";
import { insertObject } from "../../helpers/insert-object.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "hero", title: "Hero", type: "media" },
  { name: "next", title: "Next", type: "reference", to: ["article"] },
];
const COUNT = 12;
const test = anyTest as TestFn<{ kiln: Kiln; ann: Person }>;

let started: Kiln;
test.before(async () => {
  started = await startKiln();
});
test.beforeEach(async (t) => {
  t.context = { kiln: started, ann: await signUp(started.url) };
});
test.after.always(() => started.stop());

interface Gallery {
  kiln: Kiln;
  reader: Client;
  path: string;
  /** Ids of the pictures in the order of the titles. */
  media: string[];
}

/** Makes a project of published articles with a picture each. Every article references the one before it. */
async function openGallery(
  kiln: Kiln,
  ann: Person,
  projectId: string,
  { isLinked = true } = {},
): Promise<Gallery> {
  await makeType(kiln, projectId, FIELDS);
  const documents = new Documents(ann, projectId);
  const media: string[] = [];
  let next: object = {};
  for (let n = 0; n < COUNT; n++) {
    const storageId = await insertObject(kiln, ann.id);
    media.push(storageId);
    const title = `Text ${String(n).padStart(2, "0")}`;
    next = { next: { documentId: await documents.makePublished({ title, hero: { storageId }, ...next }) } };
  }
  if (isLinked) await link(ann, projectId, media);
  const reader = await makeReader(ann, projectId);
  return { kiln, reader, path: `/v1/content/${projectId}/documents?type=article&sort=title`, media };
}

const projectOf = async (ann: Person, name: string): Promise<string> =>
  name === "a project" ? makeProject(ann) : (await ann.api.get("/v1/projects")).body.defaultProjectId;

/** Asks twice, because an answer is cached from the second time on. */
async function keepAnswers(gallery: Gallery, queries: string[]): Promise<void> {
  for (const query of [...queries, ...queries]) await list(gallery, query);
}

async function link(ann: Person, projectId: string, storageIds: string[]): Promise<void> {
  const { status, body } = await ann.api.post(`/v1/projects/${projectId}/storage`, { storageIds });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

interface Shown {
  hero: { storageId: string; url?: string };
  next?: Shown;
}

/** Returns the documents of a list, and the statements that it took. */
async function list({ kiln, reader, path }: Gallery, query: string) {
  let documents: Shown[] = [];
  const statements = await countStatements(kiln, async () => {
    const { status, body } = await reader.get(`${path}${query}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    ({ documents } = body);
  });
  return { documents, statements };
}

const LEVELS = ["", "&expand=next", "&expand=next.next&expandDepth=2"];

for (const name of ["a project", "a default project"])
  test.serial(
    `lists with media of ${name} take at most 2 statements and one a level of expand (rules/delivery 42)`,
    async (t) => {
      const { kiln, ann } = t.context;
      const gallery = await openGallery(kiln, ann, await projectOf(ann, name));
      await list(gallery, "&limit=1");
      for (const [depth, expand] of LEVELS.entries()) {
        // No list has shown these documents yet.
        const { documents, statements } = await list(gallery, `&limit=1&offset=${3 + 4 * depth}${expand}`);
        t.is(documents.length, 1);
        let shown: Shown | undefined = documents[0];
        for (let level = 0; level <= depth; level++) {
          t.is(typeof shown?.hero.url, "string");
          shown = shown?.next;
        }
        t.is(statements.length, 2 + depth, statements.join("\n"));
      }
    },
  );

for (const name of ["a project", "a default project"])
  test.serial(
    `what ${name} loses shows in the next answer, and answers without it are kept (rules/delivery 13)`,
    async (t) => {
      const { kiln, ann } = t.context;
      const gallery = await openGallery(kiln, ann, await projectOf(ann, name));
      const first = "&limit=2";
      const last = `&limit=2&offset=${COUNT - 2}`;
      await keepAnswers(gallery, [first, last]);
      const [gone, stays] = gallery.media;
      t.is((await ann.api.delete(`/v1/storage/${gone}`)).status, 200);
      const { documents } = await list(gallery, first);
      t.deepEqual(
        documents.map(({ hero }) => [hero.storageId, hero.url !== undefined]),
        [
          [gone, false],
          [stays, true],
        ],
      );
      t.is((await list(gallery, last)).statements.length, 1);
    },
  );

for (const count of [1, 3, 40])
  test.serial(
    `${count} files that a project gets at once show in the next answers (rules/delivery 13)`,
    async (t) => {
      const { kiln, ann } = t.context;
      const projectId = await makeProject(ann);
      const gallery = await openGallery(kiln, ann, projectId, { isLinked: false });
      const files = gallery.media.slice(0, Math.min(count, 3));
      while (files.length < count) files.unshift(await insertObject(kiln, ann.id));
      await keepAnswers(gallery, ["&limit=3"]);
      await link(ann, projectId, files);
      const { documents } = await list(gallery, "&limit=3");
      t.deepEqual(
        documents.map(({ hero }) => hero.url !== undefined),
        [true, count > 1, count > 1],
      );
    },
  );

test.serial(
  "a file that a project gets leaves the answers that do not show it (rules/delivery 13)",
  async (t) => {
    const { kiln, ann } = t.context;
    const projectId = await makeProject(ann);
    const gallery = await openGallery(kiln, ann, projectId);
    await keepAnswers(gallery, ["&limit=2"]);
    await link(ann, projectId, [await upload(ann.api, "image/png", Buffer.from("another"))]);
    const { statements } = await list(gallery, "&limit=2");
    t.is(statements.length, 2, `the token and the changes, not ${statements.join()}`);
  },
);

test.serial("a file that one project has is not another's (rules/delivery 13)", async (t) => {
  const { kiln, ann } = t.context;
  const gallery = await openGallery(kiln, ann, await makeProject(ann));
  t.is(typeof (await list(gallery, "&limit=1")).documents[0]?.hero.url, "string");
  const other = await makeProject(ann);
  await makeType(kiln, other, FIELDS);
  const [storageId] = gallery.media;
  await new Documents(ann, other).makePublished({ title: "Text", hero: { storageId } });
  const reader = await makeReader(ann, other);
  for (let time = 0; time < 2; time++) {
    const { body } = await reader.get(`/v1/content/${other}/documents?type=article`);
    t.deepEqual(body.documents[0].hero, { storageId });
  }
});

test.serial(
  "files that came late are at hand once they were shown, and all after a thousand changes",
  async (t) => {
    const { kiln, ann } = t.context;
    const projectId = await makeProject(ann);
    const gallery = await openGallery(kiln, ann, projectId, { isLinked: false });
    // The project has no media yet.
    await list(gallery, "&limit=4");
    await link(ann, projectId, gallery.media.slice(0, 10));
    await list(gallery, "&limit=4");
    const again = await list(gallery, "&limit=3");
    t.is(typeof again.documents[0]?.hero.url, "string");
    t.is(again.statements.length, 1, again.statements.join("\n"));
    const changes = Array.from(
      { length: 700 },
      () => ({ kind: "document", isPublished: true, documentId: randomUUID() }) as const,
    );
    for (const limit of [1, 2]) {
      await kiln.host.transact(async (tx) => recordChanges(tx, projectId, changes));
      await list(gallery, `&limit=${limit}`);
    }
    const { documents, statements } = await list(gallery, "&limit=1&offset=9");
    t.is(typeof documents[0]?.hero.url, "string");
    t.is(statements.length, 2, statements.join("\n"));
  },
);
