import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import { type Answer, type Client } from "../../helpers/client.js";
import { makeType } from "../../helpers/content.js";
import { makeReader } from "../../helpers/make-reader.js";
import { makeSite, type Site } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string", localized: true },
  { name: "rank", title: "Rank", type: "number" },
  { name: "isHot", title: "Hot", type: "boolean" },
  { name: "hero", title: "Hero", type: "media" },
  { name: "author", title: "Author", type: "reference", to: ["author"] },
  { name: "related", title: "Related", type: "array", of: { type: "reference", to: ["article", "author"] } },
];
const AUTHOR: FieldDefinition[] = [
  { name: "name", title: "Name", type: "string" },
  { name: "boss", title: "Boss", type: "reference", to: ["author"] },
];

interface Context extends Site {
  kiln: Kiln;
  reader: Client;
  preview: Client;
}
const test = anyTest as TestFn<{ kiln: Kiln }>;

test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln.stop());

async function open(kiln: Kiln): Promise<Context> {
  const site = await makeSite(kiln, FIELDS);
  await makeType(kiln, site.projectId, AUTHOR, "author");
  const [reader, preview] = await Promise.all([
    makeReader(site.ann, site.projectId),
    makeReader(site.ann, site.projectId, "preview"),
  ]);
  return { ...site, kiln, reader, preview };
}

/** Publishes a document and returns its id. */
async function publish({ documents }: Site, draft: object, more: object = {}): Promise<string> {
  const made = await documents.create(draft, more);
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const { id } = made.body.document;
  const published = await documents.publish(id, 1);
  if (published.status !== 200) throw new Error(JSON.stringify(published.body));
  return id;
}
const path = ({ projectId }: Site) => `/v1/content/${projectId}/documents`;
const list = (site: Context, query: Record<string, string> = {}, by = site.reader): Promise<Answer> =>
  by.get(`${path(site)}?${new URLSearchParams({ type: "article", ...query }).toString()}`);
const titles = ({ body }: Answer): unknown[] => body.documents.map(({ title }: { title: unknown }) => title);
const where = (filter: object) => ({ where: JSON.stringify(filter) });

test("a flat document: system fields, values, references unexpanded; drafts are not there (rules/delivery 12 and 15)", async (t) => {
  const site = await open(t.context.kiln);
  const author = await publish(site, { name: "Ann" }, { type: "author" });
  const id = await publish(site, { title: { en: "Kiln" }, rank: 1, author: { documentId: author } });
  await site.documents.create({ title: { en: "Draft" } });
  const { status, body } = await list(site);
  t.is(status, 200);
  const { documents, ...page } = body;
  t.deepEqual(page, { total: 1, limit: 20, offset: 0 });
  const [{ _createdAt, _updatedAt, _publishedAt, ...document }] = documents;
  t.is(_updatedAt, _publishedAt);
  t.true(Date.parse(_createdAt) <= Date.parse(_publishedAt));
  t.deepEqual(document, {
    _id: id,
    _type: "article",
    _status: "published",
    _locale: "en",
    _fallbackFields: [],
    title: "Kiln",
    rank: 1,
    author: { documentId: author },
  });
  const single = await site.reader.get(`${path(site)}/${id}`);
  t.deepEqual(single.body, { document: documents[0] });
});

test("a finished publish, unpublish and delete is seen by the very next request (rules/delivery 6)", async (t) => {
  const site = await open(t.context.kiln);
  for (let n = 0; n < 15; n++) {
    const id = await publish(site, { title: { en: `Text ${n}` }, rank: n });
    t.is((await list(site)).body.total, 1);
    t.is((await site.reader.get(`${path(site)}/${id}`)).status, 200);
    const saved = await site.documents.put(id, { title: { en: "New" }, rank: n });
    t.deepEqual(titles(await list(site)), [`Text ${n}`]);
    t.deepEqual(titles(await list(site, {}, site.preview)), ["New"]);
    await site.documents.publish(id, saved.body.version);
    t.deepEqual(titles(await list(site)), ["New"]);
    await site.documents.unpublish(id);
    t.is((await list(site)).body.total, 0);
    t.is((await site.reader.get(`${path(site)}/${id}`)).status, 404);
    t.is((await list(site, {}, site.preview)).body.documents[0]._status, "draft");
    await site.documents.delete(id);
    t.is((await list(site, {}, site.preview)).body.total, 0);
  }
});

test("only a delivery token of the project opens the routes; any origin may read; cookies and API keys do not (rules/delivery 1 and 2)", async (t) => {
  const site = await open(t.context.kiln);
  const stranger = await open(t.context.kiln);
  const url = `${path(site)}?type=article`;
  t.is((await site.ann.api.get(url)).status, 401);
  t.is((await site.ann.session.get(url)).status, 401);
  t.is((await site.reader.with({}).get(url)).status, 401);
  t.is((await stranger.reader.get(url)).status, 404);
  t.is((await site.reader.get("/v1/content/nonsense/documents?type=article")).status, 404);
  const answer = await site.reader.get(url, { headers: { origin: "https://elsewhere.example" } });
  t.is(answer.headers.get("access-control-allow-origin"), "*");
  t.is(answer.headers.get("access-control-allow-credentials"), null);
  const refused = await site.reader.with({}).get(url);
  t.is(refused.headers.get("access-control-allow-origin"), "*");
  const preflight = await site.reader.with({}).send("OPTIONS", url, {
    headers: { origin: "https://a.example", "access-control-request-headers": "authorization" },
  });
  t.is(preflight.status, 204);
  t.is(preflight.headers.get("access-control-allow-headers"), "authorization");
  t.is((await site.reader.post(url)).status, 404);
});

test("perspective: drafts is the default of preview tokens and forbidden to others (rules/delivery 4)", async (t) => {
  const site = await open(t.context.kiln);
  await publish(site, { title: { en: "Out" } });
  await site.documents.create({ title: { en: "In work" } });
  t.is((await list(site, {}, site.preview)).body.total, 2);
  t.is((await list(site, { perspective: "published" }, site.preview)).body.total, 1);
  t.is((await list(site, { perspective: "published" })).body.total, 1);
  const refused = await list(site, { perspective: "drafts" });
  t.is(refused.status, 403);
  t.is(refused.body.error.code, "forbidden");
  t.is((await list(site, { perspective: "both" })).status, 400);
});

test("where, sort, limit and offset; total counts the whole result (rules/delivery 18 and 24)", async (t) => {
  const site = await open(t.context.kiln);
  for (let n = 0; n < 12; n++)
    await publish(site, { title: { en: `Text ${n}` }, rank: n % 4, isHot: n % 2 === 0 });
  const sorted = await list(site, { sort: "-rank,title", limit: "3", offset: "1" });
  t.deepEqual(titles(sorted), ["Text 3", "Text 7", "Text 10"]);
  t.is(sorted.body.total, 12);
  const filters: [object, number][] = [
    [{ rank: { eq: 1 } }, 3],
    [{ rank: { ne: 1 } }, 9],
    [{ rank: { in: [0, 3] } }, 6],
    [{ rank: { gte: 1, lt: 3 } }, 6],
    [{ title: { contains: "TEXT 1" } }, 3],
    [{ author: { exists: false } }, 12],
    [{ isHot: { eq: true }, rank: { gt: 0 } }, 3],
    [{ or: [{ rank: { eq: 0 } }, { title: { eq: "Text 3" } }] }, 4],
    [{ not: { rank: { lte: 2 } } }, 3],
    [{ _status: { eq: "published" } }, 12],
  ];
  for (const [filter, total] of filters)
    t.is((await list(site, where(filter))).body.total, total, JSON.stringify(filter));
});

test("locales: fallback in values, where and sort; * gives raw maps; an unknown one is refused (rules/delivery 26, 27 and 29)", async (t) => {
  const site = await open(t.context.kiln);
  await publish(site, { title: { en: "Apple", de: "Zapfel" } });
  await publish(site, { title: { en: "Middle" } });
  t.deepEqual(titles(await list(site, { sort: "title" })), ["Apple", "Middle"]);
  const german = await list(site, { locale: "de", sort: "title" });
  t.deepEqual(titles(german), ["Middle", "Zapfel"]);
  t.deepEqual(german.body.documents[0]._fallbackFields, ["title"]);
  t.is(german.body.documents[0]._locale, "de");
  t.is((await list(site, { locale: "de", ...where({ title: { eq: "Middle" } }) })).body.total, 1);
  const raw = await list(site, { locale: "*", sort: "title" });
  t.deepEqual(titles(raw), [{ en: "Apple", de: "Zapfel" }, { en: "Middle" }]);
  t.is(raw.body.documents[0]._locale, null);
  t.is((await list(site, { locale: "fr" })).status, 400);
});

test("expand follows references, depth 2 follows theirs; a target that is gone is null in place (rules/delivery 14)", async (t) => {
  const site = await open(t.context.kiln);
  const boss = await publish(site, { name: "Boss" }, { type: "author" });
  const author = await publish(site, { name: "Ann", boss: { documentId: boss } }, { type: "author" });
  const hidden = (await site.documents.create({ name: "Hidden" }, { type: "author" })).body.document.id;
  await publish(site, {
    title: { en: "Kiln" },
    author: { documentId: author },
    related: [{ documentId: hidden }, { documentId: author }],
  });
  const [one] = (await list(site, { expand: "author,related" })).body.documents;
  t.is(one.author.name, "Ann");
  t.deepEqual(one.author.boss, { documentId: boss });
  t.is(one.related[0], null);
  t.is(one.related[1]._id, author);
  const [two] = (await list(site, { expand: "author.boss", expandDepth: "2" })).body.documents;
  t.is(two.author.boss.name, "Boss");
  t.is((await list(site, { expand: "author.boss" })).status, 400);
  const [draft] = (await list(site, { expand: "related" }, site.preview)).body.documents;
  t.is(draft.related[0].name, "Hidden");
});

test("select keeps system fields and names what is unknown (rules/delivery 16)", async (t) => {
  const site = await open(t.context.kiln);
  await publish(site, { title: { en: "Kiln" }, rank: 1 });
  const [document] = (await list(site, { select: "rank" })).body.documents;
  t.is(document.rank, 1);
  t.false("title" in document);
  t.is(document._type, "article");
  const refused: Record<string, string>[] = [
    { select: "nope" },
    { expand: "title" },
    { sort: "nope" },
    { limit: "0" },
    { limit: "101" },
    { limit: "x" },
    { offset: "-1" },
    { expandDepth: "3" },
    { where: "{" },
    where({ nope: { eq: 1 } }),
    where({ rank: { eq: "one" } }),
    where({ rank: { near: 1 } }),
    where({ rank: { in: Array.from({ length: 51 }, (_, n) => n) } }),
    { type: "nope" },
  ];
  for (const query of refused) {
    const { status, body } = await list(site, query);
    t.is(status, 400, JSON.stringify(query));
    t.is(body.error.code, "invalid_params");
  }
  t.is((await site.reader.get(path(site))).status, 400);
  t.is((await site.reader.get(`${path(site)}/${randomUUID()}`)).status, 404);
  t.is((await site.reader.get(`${path(site)}/nonsense`)).status, 404);
});

test("media has a URL that opens when the project has it, else its storageId only (rules/delivery 13)", async (t) => {
  const site = await open(t.context.kiln);
  const storageId = await upload(site.ann.api, "image/png", Buffer.from("picture"));
  await publish(site, { title: { en: "Kiln" }, hero: { storageId } });
  t.deepEqual((await list(site)).body.documents[0].hero, { storageId });
  await site.ann.api.post(`/v1/projects/${site.projectId}/storage`, { storageIds: [storageId] });
  const { hero } = (await list(site)).body.documents[0];
  t.is(hero.contentType, "image/png");
  t.is(await (await fetch(hero.url)).text(), "picture");
  t.is((await site.ann.api.delete(`/v1/storage/${storageId}`)).status, 200);
  t.deepEqual((await list(site)).body.documents[0].hero, { storageId });
});

test("a strong ETag gives 304, also under no-cache, until something changes; Cache-Tag names what is in the body (rules/delivery 7, 8 and 9)", async (t) => {
  const site = await open(t.context.kiln);
  const id = await publish(site, { title: { en: "Kiln" } });
  const first = await list(site);
  const etag = first.headers.get("etag") ?? "";
  t.regex(etag, /^"[^"]+"$/);
  t.is(first.headers.get("cache-control"), "public, max-age=0, must-revalidate");
  t.is(
    (await list(site, {}, site.preview)).headers.get("cache-control"),
    "private, max-age=0, must-revalidate",
  );
  for (const tag of [`project:${site.projectId}`, "type:article", `document:${id}`])
    t.true(first.headers.get("cache-tag")?.split(",").includes(tag), tag);
  const conditional = { "if-none-match": etag, "cache-control": "no-cache" };
  const again = () => site.reader.get(`${path(site)}?type=article`, { headers: conditional });
  t.is((await again()).status, 304);
  await site.documents.put(id, { title: { en: "Draft only" } });
  t.is((await again()).status, 304);
  await site.documents.publish(id, 2);
  const changed = await again();
  t.is(changed.status, 200);
  t.not(changed.headers.get("etag"), etag);
  const head = await site.reader.send("HEAD", `${path(site)}?type=article`);
  t.is(head.status, 200);
  t.is(head.headers.get("etag"), changed.headers.get("etag"));
});

test("types: schemas with locales; a new schema and a new locale are seen at once (rules/delivery 12 and 17)", async (t) => {
  const site = await open(t.context.kiln);
  const { ann, projectId, reader } = site;
  const types = async () => (await reader.get(`/v1/content/${projectId}/types`)).body;
  const before = await types();
  t.is(before.total, 2);
  t.is(before.defaultLocale, "en");
  t.deepEqual(Object.keys(before.types[0]).toSorted(), ["description", "name", "schema", "title", "version"]);
  await publish(site, { title: { en: "Kiln" }, rank: 1 });
  const article = (await ann.api.get(`/v1/projects/${projectId}/content/types`)).body.contentTypes.find(
    ({ name }: { name: string }) => name === "article",
  );
  const fields = FIELDS.filter(({ name }) => name !== "rank");
  await ann.api.put(`/v1/content/types/${article.id}`, { baseVersion: 1, fields });
  const [document] = (await list(site)).body.documents;
  t.false("rank" in document);
  t.is((await list(site, { sort: "rank" })).status, 400);
  const locales = [{ code: "en" }, { code: "fr" }];
  t.is((await ann.api.put(`/v1/projects/${projectId}/content/settings`, { locales })).status, 200);
  t.is((await list(site, { locale: "fr" })).status, 200);
  t.is((await types()).locales.length, 2);
});
