import { ApolloClient, gql as apolloGql, HttpLink, InMemoryCache } from "@apollo/client";
import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";
import { Client as Urql, fetchExchange, gql } from "@urql/core";
import { persistedExchange } from "@urql/exchange-persisted";
import anyTest, { type TestFn } from "ava";
import { createHash } from "node:crypto";
import type { Kiln } from "../../../../start.js";
import { graphqlSite, type GraphqlSite } from "../../../helpers/graphql-site.js";
import { startKiln } from "../../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln }>;
test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln?.stop());

const QUERY = "query Titles($sort: [ArticleSort!]) { allArticle(sort: $sort) { total items { _id title } } }";
const variables = { sort: ["title_ASC"] };

/** Sends requests as the client makes them, and records the method and whether the query is in it. */
function noted(site: GraphqlSite) {
  const sent: string[] = [];
  const send = (input: string | URL | Request, init: RequestInit = {}) => {
    const url = input instanceof Request ? input.url : input.toString();
    const hasQuery =
      new URL(url).searchParams.has("query") ||
      (typeof init.body === "string" && "query" in (JSON.parse(init.body) as object));
    sent.push(`${init.method ?? "GET"} ${hasQuery ? "query" : "hash"}`);
    const headers = { ...(init.headers as Record<string, string>), ...site.reader.headers };
    return fetch(input, { ...init, headers });
  };
  return { sent, send };
}

for (const useGETForHashedQueries of [false, true])
  test(`Apollo Client reads by persisted queries, ${useGETForHashedQueries ? "GET" : "POST"} (rules/delivery 35)`, async (t) => {
    const site = await graphqlSite(t.context.kiln);
    await site.publish({ title: { en: "Kiln" } });
    const { sent, send } = noted(site);
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
    const link = new PersistedQueryLink({ sha256, useGETForHashedQueries });
    const client = new ApolloClient({
      link: link.concat(new HttpLink({ uri: site.url, fetch: send })),
      cache: new InMemoryCache(),
    });
    const query = apolloGql(QUERY);
    for (let times = 0; times < 2; times++) {
      const { data, error } = await client.query({ query, variables, fetchPolicy: "network-only" });
      t.is(error, undefined);
      t.like(data, { allArticle: { total: 1, items: [{ title: "Kiln" }] } });
    }
    const byHash = `${useGETForHashedQueries ? "GET" : "POST"} hash`;
    t.deepEqual(sent, [byHash, "POST query", byHash]);
    client.stop();
  });

// With `preferGetForPersistedQueries` urql retries by a GET that carries the query, which is 404 (rules/delivery 35).
test("urql reads by persisted queries, POST (rules/delivery 35)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  await site.publish({ title: { en: "Kiln" } });
  const { sent, send } = noted(site);
  const client = new Urql({
    url: site.url,
    fetch: send,
    preferGetMethod: false,
    exchanges: [persistedExchange({ preferGetForPersistedQueries: false }), fetchExchange],
  });
  for (let times = 0; times < 2; times++) {
    const { data, error } = await client
      .query(gql(QUERY), variables, { requestPolicy: "network-only" })
      .toPromise();
    t.is(error, undefined);
    t.like(data, { allArticle: { total: 1, items: [{ title: "Kiln" }] } });
  }
  t.deepEqual(sent, ["POST hash", "POST query", "POST hash"]);
});
