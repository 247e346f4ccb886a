import { Client as Urql, fetchExchange, gql } from "@urql/core";
import anyTest, { type TestFn } from "ava";
import { auditServer } from "graphql-http";
import { buildClientSchema, getIntrospectionQuery, printSchema } from "graphql";
import type { Kiln } from "../../../../start.js";
import { Client } from "../../../helpers/client.js";
import { graphqlSite } from "../../../helpers/graphql-site.js";
import { startKiln } from "../../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln }>;
test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln?.stop());

test("the audit of GraphQL over HTTP finds no MUST unmet (rules/delivery 43)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const fetchFn = (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...site.reader.headers } });
  const results = await auditServer({ url: site.url, fetchFn });
  t.true(results.length > 30);
  const musts = results.filter(({ name }) => name.startsWith("MUST"));
  t.true(musts.length > 10);
  t.deepEqual(
    results.filter(({ status }) => status === "error").map(({ id, name }) => `${id} ${name}`),
    [],
  );
});

test("a real client reads a project, and tools its schema (rules/delivery 33)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const author = await site.publish({ name: { en: "Ann" } }, "author");
  await site.publish({ title: { en: "Kiln" }, author: { documentId: author } });
  const client = new Urql({
    url: site.url,
    exchanges: [fetchExchange],
    preferGetMethod: false,
    fetchOptions: { headers: site.reader.headers },
  });
  const query = gql`
    query Articles($where: ArticleWhere, $sort: [ArticleSort!]) {
      allArticle(where: $where, sort: $sort, limit: 5) {
        total
        items {
          title
          author {
            name
          }
        }
      }
    }
  `;
  const variables = { where: { title: { contains: "KIL" } }, sort: ["title_ASC"] };
  const { data, error } = await client.query(query, variables).toPromise();
  t.is(error, undefined);
  t.like(data.allArticle, { total: 1 });
  t.like(data.allArticle.items[0], { title: "Kiln", author: { name: "Ann" } });
  const introspected = await site.ask(
    getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true }),
  );
  t.deepEqual([introspected.status, introspected.body.errors], [200, undefined]);
  const sdl = printSchema(buildClientSchema(introspected.body.data));
  t.regex(sdl, /enum Locale \{/);
  t.regex(sdl, /type Article implements Document \{/);
  t.deepEqual((await site.ask('{ __type(name: "Article") { name } }')).body.data, {
    __type: { name: "Article" },
  });
  const both = await site.ask('{ __type(name: "Article") { name } allArticle { total } }');
  t.deepEqual(both.body.data, { __type: { name: "Article" }, allArticle: { total: 1 } });
});

test("what is malformed or unknown is 400 with errors (rules/delivery 34)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const path = `/v1/content/${site.projectId}/graphql`;
  const refuse = async (body: unknown, part: RegExp, headers: Record<string, string> = {}) => {
    const answer = await site.reader.post(path, body, { headers });
    t.is(answer.status, 400, JSON.stringify(body));
    t.true(Array.isArray(answer.body.errors) && answer.body.errors.length > 0);
    t.false("data" in answer.body);
    t.regex(answer.body.errors[0].message, part);
    t.is(answer.headers.get("access-control-allow-origin"), "*");
  };
  await refuse("{", /JSON/);
  await refuse([{ query: "{ __typename }" }], /object/);
  await refuse({}, /query/);
  await refuse({ query: 1 }, /query/);
  await refuse({ query: "{" }, /Syntax/);
  await refuse({ query: "" }, /Syntax/);
  await refuse({ query: "{ nothing }" }, /nothing/);
  await refuse({ query: "{ allArticle { items { nothing } } }" }, /nothing/);
  await refuse({ query: "{ allArticle(locale: FR) { total } }" }, /FR/);
  await refuse({ query: '{ allArticle(locale: "en") { total } }' }, /Locale/);
  await refuse({ query: "{ allArticle(sort: story_ASC) { total } }" }, /story_ASC/);
  await refuse({ query: "{ allArticle(where: { rank: { contains: 1 } }) { total } }" }, /contains/);
  await refuse({ query: "mutation { x }" }, /mutation/);
  await refuse({ query: "subscription { x }" }, /subscription/);
  await refuse({ query: "query A { __typename } query B { __typename }" }, /operationName/);
  await refuse({ query: "query A { __typename }", operationName: "C" }, /"C"/);
  await refuse({ query: "{ __typename }", variables: "x" }, /variables/);
  await refuse({ query: "query ($n: Int!) { allArticle(limit: $n) { total } }" }, /\$n/);
  await refuse(
    { query: "query ($l: Locale) { allArticle(locale: $l) { total } }", variables: { l: "en" } },
    /\$l/,
  );
  await refuse("query=x", /Content-Type/, { "content-type": "application/x-www-form-urlencoded" });
});

test("variables that do not fit are refused by one error, however many of their fields are wrong (rules/edge 52)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const where = {
    title: { eq: "x".repeat(40_000) },
    ...Object.fromEntries([...Array(200).keys()].map((at) => [`k${at}`, 1])),
  };
  const { status, body } = await site.ask("query ($w: ArticleWhere) { allArticle(where: $w) { total } }", {
    w: where,
  });
  t.is(status, 400);
  t.is(body.errors.length, 1);
  t.true(body.errors[0].message.startsWith('Variable "$w" got invalid value { title: { eq: "xxx'));
  t.is(body.errors[0].message.length, 1000);
  t.deepEqual(body.errors[0].extensions, { code: "invalid_params" });
});

test("so are variables of a question about the schema (rules/edge 52)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const query = "query ($n: String!, $b: Boolean!) { __type(name: $n) { name @include(if: $b) } }";
  const { status, body } = await site.ask(query, { n: { a: "x".repeat(40_000) }, b: Array(60).fill("y") });
  t.is(status, 400);
  t.is(body.errors.length, 1);
  t.true(body.errors[0].message.startsWith('Variable "$n" got invalid value { a: "xxx'));
  t.true(body.errors[0].message.length < 1000);
});

test("a query that runs and fails is 200 with partial data and errors (rules/delivery 34)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  await site.publish({ title: { en: "Kiln" }, views: 3_000_000_000 });
  const { status, body } = await site.ask(
    "{ good: allArticle { total items { title views } } bad: allArticle(limit: 101) { total } }",
  );
  t.is(status, 200);
  t.deepEqual(body.data, { good: { total: 1, items: [{ title: "Kiln", views: null }] }, bad: null });
  t.deepEqual(body.errors.map(({ path }: { path: unknown[] }) => path.join(".")).sort(), [
    "bad",
    "good.items.0.views",
  ]);
  t.regex(
    body.errors.find(({ path }: { path: unknown[] }) => path[0] === "bad").message,
    /limit: .*1 to 100/,
  );
});

// The test is serial because the others read through the same host.
test.serial("what nobody foresaw is an error without a word of the inside (rules/edge 35)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const id = await site.publish({ title: { en: "Kiln" } });
  const { read } = site.kiln.host;
  const original = read.prepared;
  read.prepared = ((sql: string, parameters: readonly unknown[]) => {
    if (sql.includes("FROM content_documents")) throw new Error("secret inside");
    return original.call(read, sql, parameters);
  }) as typeof read.prepared;
  try {
    const { status, body } = await site.ask(`{ article(id: "${id}") { title } __typename }`);
    t.is(status, 200);
    t.deepEqual(body.data, { article: null, __typename: "Query" });
    t.false(JSON.stringify(body).includes("secret"));
    t.is(body.errors[0].extensions.code, "internal");
  } finally {
    read.prepared = original;
  }
});

test("POST and GET of persisted queries only, tokens as in REST, any origin (rules/delivery 1, 2 and 35)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const other = await graphqlSite(t.context.kiln);
  const path = `/v1/content/${site.projectId}/graphql`;
  const body = { query: "{ __typename }" };
  for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
    const answer = await site.reader.send(method, path, method === "GET" ? {} : { body });
    t.is(answer.status, 404, method);
  }
  const options = await fetch(site.url, {
    method: "OPTIONS",
    headers: {
      origin: "https://a.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization, content-type",
    },
  });
  t.is(options.status, 204);
  t.is(options.headers.get("access-control-allow-origin"), "*");
  t.is(options.headers.get("access-control-allow-methods"), "GET, HEAD, POST, OPTIONS");
  t.is(options.headers.get("access-control-allow-headers"), "authorization, content-type");
  t.is(options.headers.get("access-control-allow-credentials"), null);
  const anonymous = new Client(t.context.kiln.url);
  t.is((await anonymous.post(path, body)).status, 401);
  t.is((await site.ann.api.post(path, body)).body.error.code, "unauthenticated");
  t.is((await site.ann.session.post(path, body)).body.error.code, "unauthenticated");
  t.is((await other.reader.post(path, body)).body.error.code, "not_found");
  t.is((await site.reader.post("/v1/content/x/graphql", body)).status, 404);
  const asked = await fetch(site.url, {
    method: "POST",
    headers: {
      ...site.reader.headers,
      "content-type": "application/json",
      accept: "application/graphql-response+json, application/json;q=0.9",
    },
    body: JSON.stringify(body),
  });
  t.is(asked.headers.get("content-type"), "application/graphql-response+json; charset=utf-8");
  t.deepEqual(await asked.json(), { data: { __typename: "Query" } });
});

test("a number that JSON cannot carry exactly is refused by name, in variables and in the query (rules/edge 23)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  await site.publish({ rank: 2 });
  const query = "query($at: Float) { allArticle(where: { rank: { lt: $at } }) { total } }";
  const post = async (body: string) => {
    const headers = { ...site.reader.headers, "content-type": "application/json" };
    const answer = await fetch(site.url, { method: "POST", headers, body });
    return { status: answer.status, body: (await answer.json()) as { errors?: { message: string }[] } };
  };
  for (const number of ["1e400", "9007199254740993"]) {
    const { status, body } = await post(`{"query":${JSON.stringify(query)},"variables":{"at":${number}}}`);
    t.is(status, 400);
    t.true(body.errors?.[0]?.message.includes(number), JSON.stringify(body));
  }
  for (const number of ["1e400", "-1e400"]) {
    const { status, body } = await post(
      JSON.stringify({ query: `{ allArticle(where: { rank: { lt: ${number} } }) { total } }` }),
    );
    t.is(status, 200);
    t.is(body.errors?.[0]?.message, "where.rank.lt must be a number.");
  }
  t.is((await post(`{"query":${JSON.stringify(query)},"variables":{"at":3.5}}`)).status, 200);
});
