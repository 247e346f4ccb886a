import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import { type Client, type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { countStatements } from "../../helpers/count-statements.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeReader } from "../../helpers/make-reader.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "hero", title: "Hero", type: "media" },
  { name: "next", title: "Next", type: "reference", to: ["article"] },
];
const COUNT = 12;
const test = anyTest as TestFn<{ kiln: Kiln; ann: Person }>;

test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, ann: await signUp(kiln.url) };
});
test.after.always((t) => t.context.kiln.stop());

interface Gallery {
  kiln: Kiln;
  reader: Client;
  path: string;
  /** In the order of the titles. */
  media: string[];
}

/** A project of published articles with a picture each, every one of which leads to the one before it. */
async function openGallery(kiln: Kiln, ann: Person, projectId: string): Promise<Gallery> {
  await makeType(kiln, projectId, FIELDS);
  const documents = new Documents(ann, projectId);
  const media: string[] = [];
  let next: object = {};
  for (let n = 0; n < COUNT; n++) {
    const storageId = await upload(ann.api, "image/png", Buffer.from(`picture ${n}`));
    media.push(storageId);
    const title = `Text ${String(n).padStart(2, "0")}`;
    next = { next: { documentId: await documents.makePublished({ title, hero: { storageId }, ...next }) } };
  }
  await link(ann, projectId, media);
  const reader = await makeReader(ann, projectId);
  return { kiln, reader, path: `/v1/content/${projectId}/documents?type=article&sort=title`, media };
}

async function link(ann: Person, projectId: string, storageIds: string[]): Promise<void> {
  const { status, body } = await ann.api.post(`/v1/projects/${projectId}/storage`, { storageIds });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

interface Shown {
  hero: { storageId: string; url?: string };
  next?: Shown;
}

/** What a list shows, and the statements that it took. */
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
    `lists with media of ${name} take at most 2 statements and one a level of expand (issue 5)`,
    async (t) => {
      const { kiln, ann } = t.context;
      const projectId =
        name === "a project"
          ? await makeProject(ann)
          : (await ann.api.get("/v1/projects")).body.defaultProjectId;
      const gallery = await openGallery(kiln, ann, projectId);
      await list(gallery, "&limit=1");
      for (const [depth, expand] of LEVELS.entries()) {
        // documents that no list has shown yet
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

test.serial(
  "what a project gets or loses shows in the next answer, and answers without it are kept",
  async (t) => {
    const { kiln, ann } = t.context;
    const projectId = await makeProject(ann);
    const gallery = await openGallery(kiln, ann, projectId);
    const first = "&limit=2";
    const last = `&limit=2&offset=${COUNT - 2}`;
    // an answer is kept from the second time on
    for (const query of [first, last, first, last]) await list(gallery, query);
    for (const query of [first, last]) t.is((await list(gallery, query)).statements.length, 1);

    await link(ann, projectId, [await upload(ann.api, "image/png", Buffer.from("another"))]);
    // the token, and the changes
    const { statements } = await list(gallery, first);
    t.is(statements.length, 2, statements.join("\n"));
    t.is((await list(gallery, last)).statements.length, 1);

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
