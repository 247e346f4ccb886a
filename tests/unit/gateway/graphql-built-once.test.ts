import test from "ava";
import type { Contract } from "../../../contracts/contract.js";
import { CONTRACTS } from "../../../contracts/index.js";
import { kit } from "../../../plugins/kit/kit.js";
import { readContract } from "../../../runtime/plugins/services/read-contract.js";
import { PlatformGraphql } from "../../../services/gateway/graphql/graphql-route.js";

/** Opens the route with a list of contracts that the test can change, without the rest of a gateway. */
function open() {
  const contracts: { all: readonly Contract[] } = { all: CONTRACTS };
  const warned: string[] = [];
  const log = { warn: (_of: object, sentence: string) => warned.push(sentence), error() {} };
  const config = { graphqlMaxAliases: 20, graphqlMaxCost: 1000, drainMs: 1000 };
  const draining = new AbortController().signal;
  const auth = { kind: "key", accountId: crypto.randomUUID(), scopes: null };
  const graphql = new PlatformGraphql({
    host: { contracts, config, log, draining, database: {}, baseUrl: "http://localhost" },
    authenticator: { authenticate: async () => auth, hasSlid: () => false },
    turns: { take() {} },
  } as never);
  const [route] = graphql.routes;
  const ask = async () => {
    const query = new URLSearchParams({ query: "{ __typename }" });
    let status = 0;
    await route?.handle({
      req: {
        headers: { authorization: "Bearer k" },
        complete: true,
        socket: {},
        url: `/v1/graphql?${query.toString()}`,
      },
      res: {
        writeHead: (given: number) => (status = given),
        setHeader() {},
        hasHeader: () => false,
        once() {},
        end() {},
      },
      method: "GET",
      query,
      requestId: "1",
      client: "127.0.0.1",
      called: "/v1/graphql",
    } as never);
    return status;
  };
  return { contracts, warned, ask };
}

test("a schema that cannot be made is made once for a list of contracts, and anew for the next", async (t) => {
  const { contracts, ask } = open();
  const [some] = CONTRACTS.filter(({ name }) => name === "projects.list");
  let builds = 0;
  const broken = some === undefined ? [] : [some, some];
  Object.defineProperty(broken, "filter", {
    value: (...given: Parameters<typeof broken.filter>) => {
      builds += 1;
      return [...broken].filter(...given);
    },
  });
  contracts.all = broken;
  for (let request = 0; request < 3; request += 1) t.is(await ask(), 500);
  t.is(builds, 1);
  contracts.all = CONTRACTS;
  t.is(await ask(), 200);
});

test("a plugin's contract without a field is logged once, also when others come and go", async (t) => {
  const { contracts, warned, ask } = open();
  const left = readContract("a", {
    name: "a.get",
    description: "A test.",
    params: kit.z.object({ "utm-source": kit.z.string().optional() }),
    result: kit.z.object({}),
    audience: "public",
    rest: { method: "GET", path: "/v1/p/a" },
  });
  for (let change = 0; change < 2; change += 1) {
    contracts.all = [...CONTRACTS, left];
    t.is(await ask(), 200);
  }
  t.is(warned.length, 1);
  t.regex(
    warned[0] ?? "",
    /The contract a\.get of a plugin has no field in GraphQL: The parameter utm-source/,
  );
});
