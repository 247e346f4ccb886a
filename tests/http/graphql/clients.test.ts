import { createHash } from "node:crypto";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { ApolloClient, gql as apolloGql, HttpLink, InMemoryCache } from "@apollo/client";
import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";
import { Client as Urql, fetchExchange, gql } from "@urql/core";
import { persistedExchange } from "@urql/exchange-persisted";
import anyTest, { type TestFn } from "ava";
import { getIntrospectionQuery } from "graphql";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

const PATH = "/v1/graphql";
const test = anyTest as TestFn<{ kiln: Kiln; ann: Person; projectId: string }>;
test.before(async (t) => {
  const kiln = await startKiln();
  const ann = await signUp(kiln.url);
  t.context = { kiln, ann, projectId: await makeProject(ann) };
});
test.after.always((t) => t.context.kiln?.stop());

const QUERY =
  "query OfProject($id: String!) { project(id: $id) { project { id name } members { email role } } }";
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Sends requests as the client makes them, and records the method and whether the query is in it. */
function noted({ api }: Person) {
  const sent: string[] = [];
  const send = (input: string | URL | Request, init: RequestInit = {}) => {
    const url = input instanceof Request ? input.url : input.toString();
    const hasQuery =
      new URL(url).searchParams.has("query") ||
      (typeof init.body === "string" && "query" in (JSON.parse(init.body) as object));
    sent.push(`${init.method ?? "GET"} ${hasQuery ? "query" : "hash"}`);
    return fetch(input, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), ...api.headers },
    });
  };
  return { sent, send };
}

for (const useGETForHashedQueries of [false, true])
  test(`Apollo Client reads a project by persisted queries, ${useGETForHashedQueries ? "GET" : "POST"} (ADR-0086)`, async (t) => {
    const { kiln, projectId } = t.context;
    const ben = await signUp(kiln.url);
    const own = await makeProject(ben);
    const { sent, send } = noted(ben);
    const link = new PersistedQueryLink({ sha256, useGETForHashedQueries });
    const client = new ApolloClient({
      link: link.concat(new HttpLink({ uri: `${kiln.url}${PATH}`, fetch: send })),
      cache: new InMemoryCache(),
    });
    const query = apolloGql(QUERY);
    for (let times = 0; times < 2; times += 1) {
      const { data, error } = await client.query({
        query,
        variables: { id: own },
        fetchPolicy: "network-only",
      });
      t.is(error, undefined);
      t.like(data, { project: { project: { id: own }, members: [{ email: ben.email }] } });
    }
    const byHash = `${useGETForHashedQueries ? "GET" : "POST"} hash`;
    t.deepEqual(sent, [byHash, "POST query", byHash]);
    const other = await client.query({
      query,
      variables: { id: projectId },
      fetchPolicy: "network-only",
      errorPolicy: "all",
    });
    t.is((other.data as { project: unknown } | undefined)?.project, null, "a project of somebody else");
    client.stop();
  });

test("urql reads a project by persisted queries, as it comes (ADR-0086)", async (t) => {
  const { kiln } = t.context;
  const ben = await signUp(kiln.url);
  const own = await makeProject(ben);
  const { sent, send } = noted(ben);
  const client = new Urql({
    url: `${kiln.url}${PATH}`,
    fetch: send,
    preferGetMethod: false,
    exchanges: [persistedExchange(), fetchExchange],
  });
  for (let times = 0; times < 2; times += 1) {
    const { data, error } = await client
      .query(gql(QUERY), { id: own }, { requestPolicy: "network-only" })
      .toPromise();
    t.is(error, undefined);
    t.like(data, { project: { project: { id: own } } });
  }
  t.deepEqual(
    sent.map((each) => each.split(" ")[1]),
    ["hash", "query", "hash"],
  );
  const posting = new Urql({
    url: `${kiln.url}${PATH}`,
    fetch: send,
    preferGetMethod: false,
    exchanges: [fetchExchange],
  });
  const posted = await posting.query(gql(QUERY), { id: own }).toPromise();
  t.is(posted.error, undefined);
  t.is(sent.at(-1), "POST query");
});

test("a hash is known to the account that sent its query, when that ran, and to nobody else", async (t) => {
  const { kiln, ann } = t.context;
  const ben = await signUp(kiln.url);
  const query = "{ account { user { email } } }";
  const persistedQuery = { version: 1, sha256Hash: sha256(query) };
  const byHash = (person: Person) => person.api.post(PATH, { extensions: { persistedQuery } });
  const unknown = await byHash(ann);
  t.deepEqual([unknown.status, unknown.body.errors[0].extensions.code], [200, "PERSISTED_QUERY_NOT_FOUND"]);
  const whole = await ann.api.post(PATH, { query, extensions: { persistedQuery } });
  t.is(whole.body.data.account.user.email, ann.email);
  t.is((await byHash(ann)).body.data.account.user.email, ann.email);
  t.is((await byHash(ben)).body.errors[0].message, "PersistedQueryNotFound");
  const wrong = await ann.api.post(PATH, { query: "{ health { ok } }", extensions: { persistedQuery } });
  t.is(wrong.status, 400);
  const refused = "{ nothing }";
  const named = { version: 1, sha256Hash: sha256(refused) };
  t.is((await ann.api.post(PATH, { query: refused, extensions: { persistedQuery: named } })).status, 400);
  const again = await ann.api.post(PATH, { extensions: { persistedQuery: named } });
  t.is(again.body.errors[0].message, "PersistedQueryNotFound");
  const later = await ann.api.post(PATH, { extensions: { persistedQuery: { version: 2, sha256Hash: "" } } });
  t.is(later.body.errors[0].extensions.code, "PERSISTED_QUERY_NOT_SUPPORTED");
});

/** Returns the answer as it comes over the wire. */
function raw(
  { kiln, ann }: { kiln: Kiln; ann: Person },
  query: string,
  headers: Record<string, string>,
): Promise<{ encoding: string | undefined; vary: string | undefined; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const asking = request(
      `${kiln.url}${PATH}`,
      { method: "POST", headers: { "content-type": "application/json", ...ann.api.headers, ...headers } },
      async (answer) => {
        const { "content-encoding": encoding, vary } = answer.headers;
        resolve({ encoding, vary, bytes: Buffer.concat(await answer.toArray()) });
      },
    );
    asking.on("error", reject).end(JSON.stringify({ query }));
  });
}

test("answers are compressed in br and gzip, short ones are not, and those of a cookie only for the origin's own pages (rules/edge 10; ADR-0086)", async (t) => {
  const long = '{ __type(name: "Query") { fields { name description args { name description } } } }';
  const plain = await raw(t.context, long, {});
  t.deepEqual([plain.encoding, plain.vary], [undefined, "Accept, Accept-Encoding"]);
  const br = await raw(t.context, long, { "accept-encoding": "gzip, br" });
  t.is(br.encoding, "br");
  t.deepEqual(brotliDecompressSync(br.bytes), plain.bytes);
  const gzip = await raw(t.context, long, { "accept-encoding": "gzip" });
  t.is(gzip.encoding, "gzip");
  t.deepEqual(gunzipSync(gzip.bytes), plain.bytes);
  t.true(br.bytes.length * 3 < plain.bytes.length);
  t.is((await raw(t.context, "{ health { ok } }", { "accept-encoding": "br" })).encoding, undefined);
  const beside = { "accept-encoding": "br", cookie: "a=b" };
  t.is((await raw(t.context, long, beside)).encoding, undefined);
  t.is((await raw(t.context, long, { ...beside, "sec-fetch-site": "same-origin" })).encoding, "br");
});

test("what asks for the schema is answered as graphql-js answers it, with variables, aliases and fragments", async (t) => {
  const { ann } = t.context;
  const query = `query($deep: Boolean = false, $name: String!) {
    own: __typename
    mine: __schema { queryType { ...Named } mutationType { name } }
    ...Asked
  }
  fragment Named on __Type { kind name }
  fragment Asked on Query { about: __type(name: $name) { ...Named fields(includeDeprecated: $deep) { name } } }`;
  const told = await ann.api.post(PATH, { query, variables: { name: "Account" } });
  t.is(told.status, 200, JSON.stringify(told.body));
  t.is(told.body.data.own, "Query");
  t.deepEqual(told.body.data.mine, {
    queryType: { kind: "OBJECT", name: "Query" },
    mutationType: { name: "Mutation" },
  });
  t.true(told.body.data.about.fields.some(({ name }: { name: string }) => name === "remainingCredits"));
  const wrong = await ann.api.post(PATH, { query, variables: { name: 5 } });
  t.is(wrong.status, 400);
  t.is(wrong.body.errors[0].extensions.code, "invalid_params");
  t.is((await ann.api.post(PATH, { query })).status, 400);
  const standard = { query: getIntrospectionQuery() };
  const [one, other] = await Promise.all([ann.api.post(PATH, standard), ann.api.post(PATH, standard)]);
  t.deepEqual(one.body, other.body);
});

test("params of a job and capabilities of a model are told apart by kind (ADR-0086)", async (t) => {
  const { ann } = t.context;
  const params = { kind: "image", prompt: "a kiln", aspectRatio: "1:1", numImages: 1 };
  const { body } = await ann.api.post("/v1/generations", { model: "mock-image", params });
  const query = `query($id: String!) { generation(id: $id) { params {
    __typename
    ... on ImageJobParams { kind prompt aspectRatio numImages resolution }
    ... on VideoJobParams { kind prompt aspectRatio resolution duration } } } }`;
  const told = await ann.api.post(PATH, { query, variables: { id: body.job.id } });
  t.deepEqual(told.body.errors, undefined, JSON.stringify(told.body));
  t.deepEqual(told.body.data.generation.params, {
    __typename: "ImageJobParams",
    ...params,
    resolution: null,
  });
});
