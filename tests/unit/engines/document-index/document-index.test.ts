import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { FIRST_LOCALES } from "../../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../../contracts/content-schema.js";
import { parseQuery, type QueryInput } from "../../../../services/delivery/query/parse-query.js";
import {
  type RowSource,
  OwnersTurns,
  TaskPool,
  openDocumentIndex,
  type DocumentIndex,
  IndexOutgrown,
} from "../../../../engines/document-index/index.js";
import type { ContentRow } from "../../../../services/delivery/indexing/decode-row.js";
import { planIndex } from "../../../../services/delivery/indexing/plan-index.js";

const SCHEMA: ContentSchema = {
  name: "article",
  title: "Article",
  fields: [
    { name: "title", title: "Title", type: "string" },
    { name: "body", title: "Body", type: "text" },
    { name: "views", title: "Views", type: "number" },
  ],
};

const row = (at: number, body = `text ${at} ${"x".repeat(1000)}`): ContentRow => ({
  id: `00000000-0000-4000-8000-${at.toString(16).padStart(12, "0")}`,
  version: at,
  status: "published",
  createdAt: at,
  updatedAt: at,
  publishedAt: at,
  payload: JSON.stringify({ title: `Title ${at}`, body, views: at % 10 }),
});

const rowsOf = (count: number): RowSource =>
  async function* () {
    for (let from = 0; from < count; from += 500)
      yield Array.from({ length: Math.min(500, count - from) }, (_, at) => row(from + at));
  };

const builds = new OwnersTurns({ atOnce: 2, ofOwner: 1, waiting: 100 });
/** The threads of all tests: each takes a second to begin. */
const pool = new TaskPool();
test.after.always(() => pool.stop());

async function open(count: number, maxBytes: number, source = rowsOf(count)) {
  const folder = await mkdtemp(join(tmpdir(), "kiln-document-index-"));
  const index = await openDocumentIndex({
    plan: planIndex(SCHEMA, FIRST_LOCALES),
    source,
    maxBytes,
    folder,
    pool,
    owner: "anna",
    builds,
  });
  const close = async () => {
    await index.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { index, folder, close };
}

async function ask(index: DocumentIndex, input: Partial<QueryInput>) {
  const context = { schema: SCHEMA, locales: FIRST_LOCALES, schemaOf: () => undefined };
  const { where, sort } = parseQuery(context, { limit: 3, offset: 0, ...input });
  const page = await index.query({ where, sort, limit: 3, offset: 0, chain: ["en"] });
  return { versions: page.versions, total: page.total };
}

for (const [way, count] of [
  ["here", 600],
  ["in a worker", 6000],
] as const)
  test(`a type that fits is built ${way} and answered from memory`, async (t) => {
    const { index, folder, close } = await open(count, 100e6);
    t.deepEqual(await ask(index, { where: { views: { eq: 7 } } }), {
      versions: [count - 3, count - 13, count - 23],
      total: count / 10,
    });
    t.deepEqual(await ask(index, { where: { body: { contains: "TEXT 59 " } } }), {
      versions: [59],
      total: 1,
    });
    t.true(index.isWhole);
    t.deepEqual(await readdir(folder), []);
    await close();
  });

test("long texts are read into memory by the first query that asks what they say; changes meanwhile reach them", async (t) => {
  let reads = 0;
  const source = () => {
    reads += 1;
    return rowsOf(6000)();
  };
  const { index, folder, close } = await open(6000, 100e6, source);
  t.true(index.bytes < 2e6);
  t.is((await ask(index, { where: { body: { exists: true } }, sort: ["-views"] })).total, 6000);
  await index.apply([{ id: row(2).id, row: row(2, "") }]);
  t.is((await ask(index, { where: { body: { exists: true } } })).total, 5999);
  t.is(reads, 1);
  const search = { where: { body: { contains: "text 5999" } } };
  const asked = [ask(index, search), ask(index, { ...search, sort: ["body"] })];
  // These changes are of rows that the second read may have passed already.
  for (const at of [5999, 7000, 7001]) await index.apply([{ id: row(at).id, row: null }]);
  await index.apply([{ id: row(7000).id, row: row(7000, "text 5999 too") }]);
  const beside = ask(index, { where: { views: { eq: 7 } } });
  await Promise.all(asked);
  t.is((await beside).total, 600);
  t.deepEqual(await ask(index, search), { versions: [7000], total: 1 });
  t.is(reads, 2);
  t.true(index.isWhole);
  t.true(index.bytes > 6e6);
  t.deepEqual(await readdir(folder), []);
  await close();
});

test("a read for long texts that fails is tried again by the next query; nothing else fails", async (t) => {
  let reads = 0;
  const source = async function* () {
    reads += 1;
    yield* rowsOf(3000)();
    if (reads === 2) throw new Error("The database is away.");
  };
  const { index, close } = await open(3000, 100e6, source);
  const search = { where: { body: { contains: "text 2999" } } };
  await t.throwsAsync(ask(index, search), { message: "The database is away." });
  t.is((await ask(index, { where: { views: { eq: 7 } } })).total, 300);
  await index.apply([{ id: row(2999).id, row: null }]);
  // The source does not have the change, which came before the read began.
  t.is((await ask(index, { where: { body: { contains: "text 2998" } } })).total, 1);
  await close();
  await t.throwsAsync(ask(index, search), { message: "The index was closed." });
});

test("texts that do not fit are asked for in a file, all else in memory; changes reach both", async (t) => {
  const { index, close } = await open(6000, 2e6);
  t.false(index.isWhole);
  t.true(index.bytes < 2e6);
  const search = { where: { body: { contains: "text 5999" } } };
  t.is((await ask(index, { where: { title: { eq: "Title 5" }, body: { exists: true } } })).total, 1);
  t.true(index.bytes < 2e6);
  const [first] = await Promise.all([
    ask(index, search),
    index.apply([{ id: row(7000).id, row: row(7000, "text 5999 too") }]),
  ]);
  t.true(first.total >= 1);
  t.deepEqual(await ask(index, search), { versions: [7000, 5999], total: 2 });
  await index.apply([
    { id: row(5999).id, row: null },
    { id: row(1).id, row: row(1, "") },
  ]);
  t.deepEqual(await ask(index, search), { versions: [7000], total: 1 });
  t.is((await ask(index, { where: { body: { exists: true } } })).total, 5999);
  t.is((await ask(index, { where: { body: { exists: true } }, sort: ["body"] })).total, 5999);
  await close();
});

test("a type that does not fit at all is answered from a file, which is gone with it (rules/delivery 11)", async (t) => {
  const { index, folder, close } = await open(3000, 10_000);
  t.deepEqual(await ask(index, { where: { views: { eq: 7 } } }), {
    versions: [2997, 2987, 2977],
    total: 300,
  });
  // The file has no name any more while it is in use, where the system allows that, so a kill leaves nothing.
  if (process.platform !== "win32") t.deepEqual(await readdir(folder), []);
  await index.close();
  t.deepEqual(await readdir(folder), []);
  await close();
});

test("a type of few documents counts what its objects take, too (rules/delivery 11)", async (t) => {
  const { index, close } = await open(1, 100e6);
  t.true(index.bytes > 5000);
  await close();
});

test("a file that cannot follow is made anew by the next query; nobody else fails", async (t) => {
  const { index, close } = await open(3000, 10_000);
  const search = { where: { views: { eq: 7 } } };
  t.is((await ask(index, search)).total, 300);
  const broken = { ...row(7), payload: "{" };
  for (let times = 0; times < 2; times++)
    await t.notThrowsAsync(index.apply([{ id: broken.id, row: broken }]));
  t.is((await ask(index, search)).total, 300);
  await index.apply([{ id: row(7).id, row: null }]);
  t.is((await ask(index, search)).total, 299);
  await close();
});

test("what the source throws, who opens gets; nothing stays behind", async (t) => {
  const failing = async function* () {
    yield* rowsOf(6000)();
    throw new Error("The database is away.");
  };
  const options = {
    plan: planIndex(SCHEMA, FIRST_LOCALES),
    folder: tmpdir(),
    pool,
    owner: "anna",
    builds,
    source: failing,
  };
  await t.throwsAsync(openDocumentIndex({ ...options, maxBytes: 100e6 }), {
    message: "The database is away.",
  });
});

test("changes whose texts outgrow the memory have the index opened anew, within its bound (rules/delivery 47)", async (t) => {
  const [MB, maxBytes] = [2 ** 20, 8 * 2 ** 20];
  const rows = Array.from({ length: 20 }, (_, at) => row(at, `${at} ${"x".repeat(MB)}`));
  const [first, ...more] = rows.map((each) => ({ id: each.id, row: each }));
  if (first === undefined) throw new Error("There are rows.");
  const { index, close } = await open(0, maxBytes);
  await index.apply([first]);
  t.true(index.bytes >= MB);
  await t.throwsAsync(index.apply(more), { instanceOf: IndexOutgrown });
  t.true(index.bytes >= 20 * MB);
  await close();
  const again = await open(20, maxBytes, async function* () {
    yield* rows.map((each) => [each]);
  });
  t.true(again.index.bytes <= maxBytes);
  t.is((await ask(again.index, { where: { body: { contains: "19 x" } } })).total, 1);
  await again.index.apply([first]);
  t.true(again.index.bytes <= maxBytes + 16 * MB + MB);
  await again.close();
});

test("an index that changes all the time stays within its bound, without being opened anew (rules/delivery 47)", async (t) => {
  const { index, close } = await open(50, 100e6, async function* () {
    yield Array.from({ length: 50 }, (_, at) => row(at, "short"));
  });
  for (let change = 0; change < 100; change++) {
    const changed = row(change % 3, `${change} ${"x".repeat(2 ** 19)}`);
    await index.apply([{ id: changed.id, row: changed }]);
    const { total } = await ask(index, { where: { body: { contains: `${change} x` } } });
    t.is(total, 1);
  }
  t.true(index.bytes < 20e6);
  await close();
});
