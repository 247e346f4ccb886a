import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import test from "ava";
import { CONTRACTS } from "../../../contracts/index.js";
import { PlatformGraphql } from "../../../services/gateway/graphql/graphql-route.js";

/** Posts a query that names all that it reads, as clients do, to a process that is stopping. */
async function post(query: string) {
  const config = { graphqlMaxAliases: 20, graphqlMaxCost: 1000, drainMs: 1000 };
  const auth = { kind: "key", accountId: crypto.randomUUID(), scopes: null };
  const graphql = new PlatformGraphql({
    host: {
      contracts: { all: CONTRACTS },
      config,
      log: { warn() {}, error() {} },
      draining: AbortSignal.abort(),
      database: {},
      baseUrl: "http://localhost",
    },
    authenticator: { authenticate: async () => auth, hasSlid: () => false, watch: () => () => {} },
    turns: { take() {} },
  } as never);
  const req = Object.assign(Readable.from([Buffer.from(JSON.stringify({ query }))]), {
    headers: {
      authorization: "Bearer k",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    complete: true,
    socket: {},
    url: "/v1/graphql",
  });
  const answer = { status: 0, body: "" };
  const res = Object.assign(new EventEmitter(), {
    writeHead: (status: number) => (answer.status = status),
    setHeader() {},
    hasHeader: () => false,
    end: (bytes: Buffer) => (answer.body = String(bytes)),
  });
  const [route] = graphql.routes;
  await route?.handle({ req, res, method: "POST", requestId: "1", client: "", called: "" } as never);
  await graphql.close();
  return { status: answer.status, body: JSON.parse(answer.body) };
}

test("a process that is stopping answers queries, whatever else their client reads", async (t) => {
  t.deepEqual(await post("{ __typename }"), { status: 200, body: { data: { __typename: "Query" } } });
});

test("a process that is stopping begins no stream (503)", async (t) => {
  const { status, body } = await post("subscription { changes { id } }");
  t.is(status, 503);
  t.like(body.errors[0].extensions, { code: "unavailable", retryAfterSeconds: 1 });
});
