import { createHash } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../../start.js";
import { graphqlSite, type GraphqlSite } from "../../../helpers/graphql-site.js";
import { makeReader } from "../../../helpers/make-reader.js";
import { startKiln } from "../../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln; site: GraphqlSite; path: string }>;
let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.beforeEach(async (t) => {
  const site = await graphqlSite(kiln);
  t.context = { kiln, site, path: `/v1/content/${site.projectId}/graphql` };
});
test.after.always(() => kiln?.stop());

const QUERY = "query Titles($limit: Int) { allArticle(limit: $limit) { total items { _id title } } }";
const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const naming = (query: string, version: unknown = 1) => ({
  persistedQuery: { version, sha256Hash: sha(query) },
});
const at = (path: string, query: string, more: Record<string, string> = {}) =>
  `${path}?${new URLSearchParams({ extensions: JSON.stringify(naming(query)), ...more }).toString()}`;
const codeOf = ({ body }: { body: { errors?: { extensions: { code: string } }[] } }) =>
  body.errors?.[0]?.extensions.code;

test("a hash is unknown until its query came with it, by POST and GET (rules/delivery 35)", async (t) => {
  const { site, path } = t.context;
  const id = await site.publish({ title: { en: "Kiln" } });
  const extensions = naming(QUERY);
  for (const ask of [() => site.reader.post(path, { extensions }), () => site.reader.get(at(path, QUERY))]) {
    const unknown = await ask();
    t.is(unknown.status, 200);
    t.deepEqual(unknown.body, {
      errors: [{ message: "PersistedQueryNotFound", extensions: { code: "PERSISTED_QUERY_NOT_FOUND" } }],
    });
    t.is(unknown.headers.get("cache-control"), "no-store");
    t.is(unknown.headers.get("etag"), null);
  }
  const expected = { data: { allArticle: { total: 1, items: [{ _id: id, title: "Kiln" }] } } };
  t.deepEqual((await site.reader.post(path, { query: QUERY, extensions })).body, expected);
  t.deepEqual((await site.reader.post(path, { extensions })).body, expected);
  t.deepEqual((await site.reader.get(at(path, QUERY))).body, expected);
  const limited = at(path, QUERY, { variables: '{"limit":1}', operationName: "Titles" });
  t.deepEqual((await site.reader.get(limited)).body, expected);
  // A query that is asked often is cached, and follows the content.
  for (let times = 0; times < 4; times++) {
    const total = times + 2;
    await site.publish({ title: { en: `More ${times}` } });
    for (let again = 0; again < 3; again++) {
      t.is((await site.reader.post(path, { extensions })).body.data.allArticle.total, total);
      t.is((await site.reader.get(at(path, QUERY))).body.data.allArticle.total, total);
    }
  }
});

test("a GET of a persisted query has ETag, Cache-Tag and 304, and says what it was made of (rules/delivery 9 and 35)", async (t) => {
  const { site, path } = t.context;
  const author = await site.publish({ name: { en: "Ann" } }, "author");
  const id = await site.publish({ title: { en: "Kiln" }, author: { documentId: author } });
  const query = "{ allArticle { items { title author { name } } } }";
  t.is((await site.reader.post(path, { query, extensions: naming(query) })).status, 200);
  for (let times = 0; times < 3; times++) {
    const full = await site.reader.get(at(path, query));
    t.is(full.status, 200);
    const etag = full.headers.get("etag") ?? "";
    t.regex(etag, /^"[\w-]+"$/);
    t.is(full.headers.get("cache-control"), "public, max-age=0, must-revalidate");
    t.is(full.headers.get("vary"), "Accept, Authorization, Accept-Encoding");
    t.deepEqual(
      (full.headers.get("cache-tag") ?? "").split(",").sort(),
      [
        `document:${author}`,
        `document:${id}`,
        `project:${site.projectId}`,
        "type:article",
        "type:author",
      ].sort(),
    );
    const same = await site.reader.get(at(path, query), { headers: { "if-none-match": etag } });
    t.is(same.status, 304);
    t.is(same.headers.get("etag"), etag);
    const head = await site.reader.send("HEAD", at(path, query));
    t.deepEqual([head.status, head.headers.get("etag")], [200, etag]);
    const typed = await site.reader.get(at(path, query), {
      headers: { accept: "application/graphql-response+json" },
    });
    t.is(typed.headers.get("content-type"), "application/graphql-response+json; charset=utf-8");
  }
  const before = (await site.reader.get(at(path, query))).headers.get("etag") ?? "";
  await site.publish({ title: { en: "Second" } });
  const changed = await site.reader.get(at(path, query), { headers: { "if-none-match": before } });
  t.is(changed.status, 200);
  t.is(changed.body.data.allArticle.items.length, 2);
  // A query that finds nothing still depends on the types that it looked at.
  const none = `{ allAuthor(where: { name: { eq: "none" } }) { total } article(id: "${author}") { title } }`;
  await site.reader.post(path, { query: none, extensions: naming(none) });
  t.deepEqual((await site.reader.get(at(path, none))).headers.get("cache-tag")?.split(","), [
    `project:${site.projectId}`,
    "type:author",
    "type:article",
  ]);
});

test("an answer with errors is kept by nobody, and a refused query is not persisted (rules/delivery 35)", async (t) => {
  const { site, path } = t.context;
  const partial = "{ good: allArticle { total } bad: allArticle(limit: 101) { total } }";
  t.is((await site.reader.post(path, { query: partial, extensions: naming(partial) })).status, 200);
  const answer = await site.reader.get(at(path, partial));
  t.deepEqual([answer.status, answer.body.data], [200, { good: { total: 0 }, bad: null }]);
  t.deepEqual([answer.headers.get("etag"), answer.headers.get("cache-control")], [null, "no-store"]);
  for (const query of ["{ nothing }", "{", "mutation { x }"]) {
    t.is((await site.reader.post(path, { query, extensions: naming(query) })).status, 400, query);
    t.is(codeOf(await site.reader.post(path, { extensions: naming(query) })), "PERSISTED_QUERY_NOT_FOUND");
  }
  // Variables that do not fit are refused by GET too.
  t.is((await site.reader.post(path, { query: QUERY, extensions: naming(QUERY) })).status, 200);
  const misfit = await site.reader.get(at(path, QUERY, { variables: '{"limit":"x"}' }));
  t.deepEqual([misfit.status, misfit.headers.get("etag")], [400, null]);
});

test("a wrong hash or form is a clear 400, another version is not supported (rules/delivery 35)", async (t) => {
  const { site, path } = t.context;
  const refuse = async (body: object, part: RegExp) => {
    const answer = await site.reader.post(path, body);
    t.is(answer.status, 400, JSON.stringify(body));
    t.regex(answer.body.errors[0].message, part);
    t.is(answer.body.errors[0].extensions.code, "invalid_params");
  };
  await refuse({ query: "{ __typename }", extensions: naming(QUERY) }, /not the SHA-256/);
  await refuse({ extensions: { persistedQuery: { version: 1, sha256Hash: "x" } } }, /sha256Hash/);
  await refuse({ extensions: { persistedQuery: { version: 1 } } }, /sha256Hash/);
  await refuse({ extensions: { persistedQuery: 1 } }, /persistedQuery/);
  await refuse({ extensions: {} }, /query/);
  await refuse({ query: 1, extensions: naming(QUERY) }, /query/);
  const other = await site.reader.post(path, { extensions: naming(QUERY, 2) });
  t.deepEqual([other.status, codeOf(other)], [200, "PERSISTED_QUERY_NOT_SUPPORTED"]);
  t.is(other.body.errors[0].message, "PersistedQueryNotSupported");
  const gets: [string, number][] = [
    ["?extensions=%7B", 400],
    ["?extensions=1", 400],
    ["?extensions=%7B%22persistedQuery%22%3A1%7D", 400],
    [`${at("", QUERY)}&variables=%5B%5D`, 400],
    [`${at("", QUERY)}&variables=%7B%7D&variables=%7B%7D`, 400],
    [`${at("", QUERY)}&variables=${encodeURIComponent('{"limit":1e400}')}`, 400],
    ["?extensions=%7B%7D", 404],
    ["?extensions=null", 404],
    ["", 404],
    ["?variables=%7B%7D", 404],
    [`?query=${encodeURIComponent(QUERY)}`, 404],
    [at("", QUERY, { query: QUERY }), 404],
  ];
  await site.reader.post(path, { query: QUERY, extensions: naming(QUERY) });
  for (const [search, status] of gets) t.is((await site.reader.get(path + search)).status, status, search);
});

test("a hash opens nothing: each project has its own, and the token is asked first (rules/delivery 1; ADR-0047)", async (t) => {
  const { site, path } = t.context;
  await site.publish({ title: { en: "Kiln" } });
  const other = await graphqlSite(kiln);
  t.is((await site.reader.post(path, { query: QUERY, extensions: naming(QUERY) })).status, 200);
  const otherPath = `/v1/content/${other.projectId}/graphql`;
  t.is(
    codeOf(await other.reader.post(otherPath, { extensions: naming(QUERY) })),
    "PERSISTED_QUERY_NOT_FOUND",
  );
  t.is(codeOf(await other.reader.get(at(otherPath, QUERY))), "PERSISTED_QUERY_NOT_FOUND");
  t.is((await other.reader.get(at(path, QUERY))).body.error.code, "not_found");
  t.is((await site.reader.with({}).get(at(path, QUERY))).status, 401);
  // Each reader of the project may name the query.
  const second = await makeReader(site.ann, site.projectId);
  t.is((await second.get(at(path, QUERY))).body.data.allArticle.total, 1);
  const drafts = at(path, QUERY, { perspective: "drafts" });
  t.is((await site.reader.get(drafts)).status, 403);
  t.is((await site.preview.get(drafts)).headers.get("cache-control"), "private, max-age=0, must-revalidate");
});
