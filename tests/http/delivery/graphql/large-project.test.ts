import anyTest, { type TestFn } from "ava";
import { buildClientSchema, getIntrospectionQuery, printSchema, validateSchema } from "graphql";
import type { FieldDefinition } from "../../../../contracts/content-schema.js";
import { makeSchema } from "../../../../services/delivery/graphql/schema/make-schema.js";
import type { Kiln } from "../../../../start.js";
import { insertType } from "../../../helpers/insert-type.js";
import { graphqlSite, type GraphqlSite } from "../../../helpers/graphql-site.js";
import { startKiln } from "../../../helpers/start-kiln.js";
import { FIRST_LOCALES } from "../../../../contracts/content-locales.js";

const TYPES = 80;
const FIELDS = 60;
const of = (at: number): FieldDefinition => {
  const named = { name: `field${at}`, title: `Field ${at}` };
  if (at % 10 === 9) return { ...named, type: "reference", to: [`type${at % TYPES}`] };
  if (at % 10 === 8)
    return { ...named, type: "object", fields: [{ name: "inner", title: "Inner", type: "string" }] };
  return { ...named, type: at % 2 === 0 ? "string" : "number" };
};
const fields = Array.from({ length: FIELDS }, (_, at) => of(at));
const schemas = Array.from({ length: TYPES }, (_, at) => ({ name: `type${at}`, title: "T", fields }));

const test = anyTest as TestFn<{ kiln: Kiln; site: GraphqlSite }>;
test.before(async (t) => {
  const kiln = await startKiln();
  const site = await graphqlSite(kiln, { locales: [...FIRST_LOCALES.locales] });
  for (const schema of schemas) await insertType(kiln.host, site.projectId, schema);
  t.context = { kiln, site };
});
test.after.always((t) => t.context.kiln?.stop());

test.serial("a query over a large project finds its types (rules/delivery 32)", async (t) => {
  const { site } = t.context;
  const { status, body } = await site.ask(
    "{ allType7(limit: 1) { total } type9(id: 1) { field8 { inner } } }",
  );
  t.is(status, 200);
  t.deepEqual(body.data, { allType7: { total: 0 }, type9: null });
});

test.serial(
  "its introspection is whole, and refused is only what asks for far more (rules/delivery 33)",
  async (t) => {
    const { site } = t.context;
    const { status, body } = await site.ask(getIntrospectionQuery());
    t.is(status, 200);
    const schema = buildClientSchema(body.data);
    t.deepEqual(validateSchema(schema), []);
    t.truthy(schema.getType("Type79"));
    const own = makeSchema(schemas, FIRST_LOCALES);
    t.is(
      printSchema(schema).match(/type Type5 implements[^}]*\}/)?.[0],
      printSchema(own).match(/type Type5 implements[^}]*\}/)?.[0],
    );
    const nested = "{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }";
    const refused = await site.ask(nested);
    t.is(refused.status, 400);
    t.regex(refused.body.errors[0].message, /introspection/i);
  },
);

test.serial("the schema is asked for in a query of its own, with __typename and fragments", async (t) => {
  const { site } = t.context;
  const named = await site.ask(
    "query ($n: String!) { __typename ...f } fragment f on Query { __type(name: $n) { name } }",
    { n: "Type3" },
  );
  t.deepEqual([named.status, named.body.data], [200, { __typename: "Query", __type: { name: "Type3" } }]);
  const mixed = await site.ask('{ __type(name: "Type3") { name } allType3 { total } }');
  t.is(mixed.status, 400);
  t.regex(mixed.body.errors[0].message, /query of their own/);
  const unset = await site.ask("query ($n: String!) { __type(name: $n) { name } }");
  t.is(unset.status, 400);
  t.is(unset.body.errors[0].extensions.code, "invalid_params");
  t.false("data" in unset.body);
});

test.serial("a new field is in the introspection that follows (rules/delivery 31)", async (t) => {
  const { site } = t.context;
  const types = await site.ann.api.get(`/v1/projects/${site.projectId}/content/types?limit=200`);
  const type = types.body.contentTypes.find(({ name }: { name: string }) => name === "author");
  const changed = await site.ann.api.put(`/v1/content/types/${type.id}`, {
    baseVersion: type.latestVersion,
    titleField: null,
    fields: [...type.schema.fields, { name: "brandNew", title: "New", type: "string" }],
  });
  t.is(changed.status, 200);
  const { body } = await site.ask('{ author: __type(name: "Author") { fields { name } } }');
  t.true(body.data.author.fields.some(({ name }: { name: string }) => name === "brandNew"));
});
