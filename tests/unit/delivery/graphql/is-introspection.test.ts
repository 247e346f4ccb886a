import test from "ava";
import { parse } from "graphql";
import { isIntrospection } from "../../../../services/delivery/graphql/introspection/is-introspection.js";

const KB = 1024;
const BOTH = parse(
  "{ allArticle { total } ...Schema } fragment Schema on Query { __schema { types { name } } }",
);
const ALONE = parse('{ __typename a: __schema { types { name } } b: __type(name: "Article") { name } }');

test("beside content the schema of a small project may be asked for, and that of a large one only alone (rules/delivery 33)", (t) => {
  const small = { types: 100, bytes: 32 * KB };
  const sizes = [
    { types: 101, bytes: KB },
    { types: 6, bytes: 32 * KB + 1 },
  ];
  t.false(isIntrospection(BOTH, null, small));
  for (const large of sizes) {
    t.throws(() => isIntrospection(BOTH, null, large), { message: /in a query of their own/ });
    t.true(isIntrospection(ALONE, null, large));
    t.false(isIntrospection(parse("{ allArticle { total } }"), null, large));
  }
  t.true(isIntrospection(ALONE, null, small));
});
