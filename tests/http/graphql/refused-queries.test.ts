import anyTest, { type TestFn } from "ava";
import { pathNames } from "../../../contracts/contract.js";
import { CONTRACTS } from "../../../contracts/index.js";
import { makePlatformSchema } from "../../../services/gateway/graphql/schema/make-schema.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { byGraphql, byRest, NOBODY } from "../../helpers/twins/act.js";
import type { Params } from "../../helpers/twins/twin.js";
import type { CallingField } from "../../../services/gateway/graphql/schema/streams.js";

const test = anyTest as TestFn<{ kiln: Kiln; operator: Person }>;
test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, operator: await signUp(kiln.url) };
});
test.after.always((t) => t.context.kiln?.stop());

const platform = makePlatformSchema(CONTRACTS, async () => null);
const queries = [...platform.fields].filter(([key]) => key.startsWith("Query.")).map(([, field]) => field);

/** Values that no list takes, by the name of the parameter. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = { limit: [-1, 0, 501], offset: [-1] };

/** Returns params with an unknown id where the path has one, and the same with a wrong value for each parameter of the query. */
function faults({ contract, params: { properties = {} } }: CallingField): Params[] {
  const path = pathNames(contract.rest?.path ?? "");
  const basis = Object.fromEntries(path.map((name) => [name, NOBODY]));
  const ofIds = ({ format, anyOf = [] }: { format?: string; anyOf?: { format?: string }[] }) =>
    [format, ...anyOf.map((each) => each.format)].includes("uuid") ? [NOBODY, "nobody"] : [];
  const others = Object.entries(properties).filter(([name]) => !path.includes(name));
  const wrong = others.flatMap(([name, schema]) =>
    (WRONG[name] ?? ofIds(schema as never)).map((value) => ({ ...basis, [name]: value })),
  );
  return path.length > 0 ? [basis, ...wrong] : wrong;
}

test("a query refuses what its route refuses, with the same code and sentence (rules/edge 40)", async (t) => {
  const { session } = t.context.operator;
  const refused = new Set<string>();
  for (const field of queries)
    for (const params of faults(field)) {
      const rest = await byRest(field, params, session);
      const graphql = await byGraphql(field, params, session, platform);
      t.deepEqual(graphql, rest, `${field.contract.name} ${JSON.stringify(params)}`);
      if (rest.refused) refused.add(field.contract.name);
    }
  const withoutArguments = queries.filter((field) => faults(field).length === 0);
  t.deepEqual(
    queries
      .filter((field) => !refused.has(field.contract.name) && !withoutArguments.includes(field))
      .map(({ contract }) => contract.name),
    [],
  );
});
