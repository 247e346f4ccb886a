import test from "ava";
import { Awake } from "../../../runtime/process/clock.js";
import { openEdge } from "../../../services/gateway/index.js";
import { Client, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

const READINESS = { isDraining: () => false, isConnected: () => true };

test("a process that stood still refuses a query as GraphQL does, and a route as REST does (rules/edge 34 and 40)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const { key } = await signUp(kiln.url);
  let now = 0;
  const awake = new Awake(() => now);
  const app = await openEdge(kiln.host, { hasGateway: true, edge: [], readiness: READINESS, awake });
  t.teardown(() => app.close());
  const api = new Client(await app.listen({ port: 0 }), { authorization: `Bearer ${key}` });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    api.post(path, { query: "{ plans { tier } }" }, { headers });
  t.is((await ask("/v1/graphql")).status, 200);
  now = 20_000;
  const rest = await ask("/v1/workflows");
  t.is(rest.status, 503);
  const { code, message } = rest.body.error as { code: string; message: string };
  t.is(code, "unavailable");
  for (const type of ["application/json", "application/graphql-response+json"]) {
    const query = await ask("/v1/graphql", { accept: type, "x-request-id": "mine" });
    t.is(query.status, 503);
    t.is(query.headers.get("content-type"), `${type}; charset=utf-8`);
    t.is(query.headers.get("x-request-id"), "mine");
    t.truthy(query.headers.get("retry-after"));
    const answer = typeof query.body === "string" ? JSON.parse(query.body) : query.body;
    t.deepEqual(answer, {
      errors: [{ message, extensions: { code, requestId: "mine", retryAfterSeconds: 2 } }],
    });
  }
  now = 21_000;
  t.is((await ask("/v1/graphql")).status, 503);
  now = 23_000;
  t.is((await ask("/v1/graphql")).status, 200);
});
