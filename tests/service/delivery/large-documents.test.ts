import test from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import { type Client, type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeReader } from "../../helpers/make-reader.js";
import { startKiln } from "../../helpers/start-kiln.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "body", title: "Body", type: "text" },
  { name: "all", title: "All", type: "array", of: { type: "reference", to: ["article"] } },
];
const MB = 2 ** 20;
const COUNT = 7;
const LARGE = 2.5 * MB;

let kiln: Kiln;
let ann: Person;
let projectId: string;
let documents: Documents;
const ids: string[] = [];
let path: string;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  projectId = await makeProject(ann);
  await makeType(kiln, projectId, FIELDS);
  documents = new Documents(ann, projectId);
  for (let n = 0; n < COUNT; n++) ids.push(await documents.make(large(n)));
  path = `/v1/content/${projectId}/documents`;
});
test.after.always(() => kiln?.stop());

const large = (n: number, word = "x"): object => ({ title: `Text ${n}`, body: word.repeat(LARGE) });
const TITLES = Array.from({ length: COUNT }, (_, n) => `Text ${n}`);

/** Returns the payloads' characters of the statement that reads most of them while `work` runs. */
async function mostRead(work: () => Promise<unknown>): Promise<number> {
  type Query = (sql: string, parameters?: readonly unknown[]) => Promise<{ payload?: string | null }[]>;
  const read = kiln.host.read as unknown as { query: Query; prepared: Query };
  const { query, prepared } = read;
  let most = 0;
  const counted =
    (original: Query): Query =>
    async (...asked) => {
      const rows = await original.apply(read, asked);
      most = Math.max(
        most,
        rows.reduce((sum, { payload }) => sum + (payload?.length ?? 0), 0),
      );
      return rows;
    };
  read.query = counted(query);
  read.prepared = counted(prepared);
  try {
    await work();
  } finally {
    Object.assign(read, { query, prepared });
  }
  return most;
}

const titlesOf = (list: { title: string }[]): string[] => list.map(({ title }) => title);

async function lists(reader: Client, query: string): Promise<{ title: string; all: { title: string }[] }[]> {
  const { status, body } = await reader.get(`${path}?type=article&sort=title&limit=100${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.documents;
}

for (const mode of ["preview", "published"] as const)
  test.serial(`no statement of delivery reads more than 16 MB of documents: ${mode}`, async (t) => {
    if (mode === "published") for (const id of ids) await documents.publish(id, await versionOf(id));
    const reader = await makeReader(ann, projectId, mode);
    const most = async (what: string, work: () => Promise<unknown>) => {
      const read = await mostRead(work);
      t.true(read > MB && read <= 16 * MB, `${what}: ${read} characters in one statement`);
    };
    await most("the scan of an index, and a page", async () => {
      t.deepEqual(titlesOf(await lists(reader, "&select=title")), TITLES);
    });
    await most("a page that is read otherwise", async () => {
      t.deepEqual(titlesOf(await lists(reader, "&select=title,all")), TITLES);
    });
    const all = ids.map((documentId) => ({ documentId }));
    const index = await documents.make({ title: "Text 9", all });
    await documents.publish(index, 1);
    await most("the targets of references", async () => {
      const shown = await lists(reader, "&offset=7&select=title,all&expand=all");
      t.deepEqual(titlesOf(shown[0]?.all ?? []), TITLES);
    });
    await most("GraphQL", async () => {
      const query = "{ allArticle(limit: 7, sort: [title_ASC]) { items { title } } }";
      const { body } = await reader.post(`/v1/content/${projectId}/graphql`, { query });
      t.deepEqual(titlesOf(body.data?.allArticle?.items ?? []), TITLES);
    });
    await documents.delete(index);
    if (mode === "published") return;
    for (const [n, id] of ids.entries()) await documents.put(id, large(n, "y"));
    await most("the changes that an index follows", async () => {
      t.deepEqual(titlesOf(await lists(reader, "&select=title")), TITLES);
    });
    await most("documents that are asked for one by one at the same time", async () => {
      const answers = await Promise.all(ids.map((id) => reader.get(`${path}/${id}?select=all`)));
      t.deepEqual(
        answers.map(({ body }) => body.document?._id),
        ids,
      );
    });
  });

test.serial(
  "documents that are retained until a GraphQL query ends have 16 MB together (rules/delivery 45)",
  async (t) => {
    const reader = await makeReader(ann, projectId, "preview");
    const ask = async (query: string) =>
      (await reader.post(`/v1/content/${projectId}/graphql`, { query })).body;
    const few = (limit: number, offset: number) =>
      `allArticle(limit: ${limit}, offset: ${offset}, sort: [title_ASC]) { items { title } }`;
    // A query about the schema is answered as a whole, when all of its documents were read.
    const schema = "about: __schema { queryType { name } }";
    const refused = {
      errors: [
        {
          message:
            "The documents that this query reads are over 16 MB: ask for fewer with limit, and for the schema and for one list twice by queries of their own.",
          extensions: { code: "invalid_params" },
        },
      ],
      data: null,
    };
    t.deepEqual(await ask(`{ ${schema} ${few(COUNT, 0)} }`), refused);
    t.deepEqual(await ask(`{ ${schema} a: ${few(4, 0)} b: ${few(4, 3)} }`), refused);
    const { data } = await ask(`{ ${schema} a: ${few(3, 0)} b: ${few(3, 3)} }`);
    t.deepEqual(titlesOf([...data.a.items, ...data.b.items]), TITLES.slice(0, 6));
    t.is(data.about.queryType.name, "Query");
  },
);

const versionOf = async (id: string): Promise<number> => (await documents.get(id)).body.document.draftVersion;
