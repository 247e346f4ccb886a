import test from "ava";
import { buildSchema, getOperationAST, type OperationDefinitionNode, parse } from "graphql";
import { Introspection } from "../../../services/gateway/graphql/introspection/introspection.js";
import { watchWorkers } from "../../helpers/watch-workers.js";

const SCHEMA = buildSchema('"Old." type Query { a: Int }');
const NAMED = "query($n: String!) { __type(name: $n) { name } }";

const open = (t: { teardown(end: () => Promise<void>): void }) => {
  const introspection = new Introspection(SCHEMA);
  t.teardown(() => introspection.close());
  return (query: string, variables: Record<string, unknown> = {}, requestId = "1") => {
    const operation = getOperationAST(parse(query)) as OperationDefinitionNode;
    return introspection.answer({ query, operationName: null, variables }, operation, requestId);
  };
};

test("a question is known by the variables that it declares, and nothing else is kept", async (t) => {
  const ask = open(t);
  const first = await ask(NAMED, { n: "Query" });
  t.is(String(first), '{"data":{"__type":{"name":"Query"}}}');
  const padded = await ask(NAMED, { n: "Query", other: "x".repeat(300_000) });
  t.is(padded, first);
});

test("a question with long variables is refused (invalid_params)", async (t) => {
  const ask = open(t);
  await t.throwsAsync(ask(NAMED, { n: "x".repeat(256 * 1024) }), { code: "invalid_params" });
});

test("the worker answers a question of which a field fails, with the id of each request", async (t) => {
  const ask = open(t);
  const query = 'query($n: String = "x") { __type(name: $n) { name } __schema { queryType { name } } }';
  const answers = await Promise.all([ask(query, { n: null }, "1"), ask(query, { n: null }, "2")]);
  for (const [at, answer] of answers.entries()) {
    const { data, errors } = JSON.parse(String(answer));
    t.deepEqual(data, { __type: null, __schema: { queryType: { name: "Query" } } });
    t.is(errors.length, 1);
    t.deepEqual(errors[0].path, ["__type"]);
    t.deepEqual(errors[0].extensions, { code: "invalid_params", requestId: String(at + 1) });
  }
});

test("what is wrong with the variables of a whole question is left to its caller to say", async (t) => {
  t.is(await open(t)(NAMED), null);
});

test.serial(
  "a question is answered although the worker died, while nobody asked and while it was asked",
  async (t) => {
    const workers = watchWorkers(t);
    const ask = open(t);
    const named = (n: string) => ask(NAMED, { n }).then(String);
    t.is(await named("Query"), '{"data":{"__type":{"name":"Query"}}}');
    const dying = workers[0]?.terminate();
    t.is(await named("Int"), '{"data":{"__type":{"name":"Int"}}}');
    await dying;
    const asked = named("String");
    await workers.at(-1)?.terminate();
    t.is(await asked, '{"data":{"__type":{"name":"String"}}}');
    t.is(workers.length >= 2, true);
  },
);
