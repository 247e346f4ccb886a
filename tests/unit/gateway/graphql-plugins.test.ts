import test from "ava";
import { graphql, graphqlSync, validateSchema } from "graphql";
import { CONTRACTS } from "../../../contracts/index.js";
import { kit } from "../../../plugins/kit/kit.js";
import type { ServiceContract } from "../../../plugins/kit/service.js";
import { readContract } from "../../../runtime/plugins/services/read-contract.js";
import { makePlatformSchema } from "../../../services/gateway/graphql/schema/make-schema.js";

/** Contracts of plugins that GraphQL cannot express are left out, and everything else stays (ADR-0061, ADR-0065). */
const { z } = kit;
const one = z.object({ a: z.string() });
const other = z.object({ b: z.string() });

const contract = (name: `${string}.${string}`, more: Partial<ServiceContract> = {}) => {
  const [service = ""] = name.split(".");
  return readContract(service, {
    name,
    description: "A test.",
    params: z.object({}),
    result: z.strictObject({ text: z.string() }),
    audience: "account",
    rest: { method: "GET", path: `/v1/p/${service}` },
    ...more,
  });
};

const made = (...added: readonly ReturnType<typeof contract>[]) => {
  const { schema, fields, leftOut } = makePlatformSchema([...CONTRACTS, ...added], async () => null);
  const names = new Set([...fields].map(([, field]) => field.contract.name));
  return { schema, names, leftOut, has: (name: string) => names.has(name as never) };
};
const own = made();

const post = { rest: { method: "POST", path: "/v1/p/a" } } as const;
const left: Record<string, [ReturnType<typeof contract>, RegExp]> = {
  "the name of a query of ours": [
    contract("project.storage"),
    /Two contracts have the field (Query\.)?projectStorage/,
  ],
  "a parameter with a dash": [
    contract("a.get", { params: z.object({ "utm-source": z.string().optional() }) }),
    /The parameter utm-source cannot be named so in GraphQL/,
  ],
  "a parameter that begins with __": [
    contract("a.get", { params: z.object({ __x: z.string().optional() }) }),
    /The parameter __x cannot be named so in GraphQL/,
  ],
  "a type of another place's name": [
    contract("a.get", {
      ...post,
      params: z.object({ bC: one.strict().optional(), b: z.strictObject({ C: other.strict() }).optional() }),
    }),
    /Two types of GraphQL are named AGetBCInput/,
  ],
  "a type that every schema has": [
    contract("j.sON", { result: z.strictObject({ it: z.strictObject({ text: z.string() }) }) }),
    /The type JSON is one that every schema/,
  ],
};
for (const [what, [contractLeft, reason]] of Object.entries(left))
  test(`a plugin's contract that has ${what} is left out alone`, (t) => {
    const sound = contract("links.find", { params: z.object({ text: z.string() }) });
    const { schema, has, names, leftOut } = made(contractLeft, sound);
    t.deepEqual([...leftOut.keys()], [contractLeft.name]);
    t.regex(leftOut.get(contractLeft.name) ?? "", reason);
    t.true(has("links.find"));
    t.deepEqual(new Set([...own.names, "links.find"]), names);
    t.deepEqual(validateSchema(schema), []);
    const { data } = graphqlSync({ schema, source: "{ __schema { queryType { name } } }" });
    t.is(JSON.stringify(data), `{"__schema":{"queryType":{"name":"Query"}}}`);
  });

test("a plugin's contract that is left out keeps no name of a type from one that comes after it", (t) => {
  const first = contract("a.bC", { ...post, params: z.object({ d: one.strict() }) });
  // The schema makes ABOneTwoInput before it finds that ABCDInput is taken by the first contract.
  const params = z.object({ oneTwo: one.strict(), cD: other.strict() });
  const second = contract("a.b", { ...post, params });
  const third = contract("a.bOne", { ...post, params: z.object({ two: other.strict() }) });
  const { leftOut, has } = made(first, second, third);
  t.deepEqual([...leftOut], [["a.b", "Two types of GraphQL are named ABCDInput."]]);
  t.true(has("a.bC"));
  t.true(has("a.bOne"));
});

test("a plugin's mutation beside a query of ours with its name calls its own contract", async (t) => {
  const mutation = contract("project.usage", { rest: { method: "POST", path: "/v1/p/project" } });
  const { schema } = makePlatformSchema([...CONTRACTS, mutation], async (field) => {
    throw new Error(field.contract.name);
  });
  const saidBy = async (source: string) => (await graphql({ schema, source })).errors?.[0]?.message;
  t.is(await saidBy("mutation { projectUsage }"), "project.usage");
  t.is(
    await saidBy(`{ projectUsage(id: "00000000-0000-4000-8000-000000000000") { __typename } }`),
    "projects.usage",
  );
});
