import test from "ava";
import { parse } from "graphql";
import { ValidQueries } from "../../../../services/delivery/graphql/valid-queries.js";

const QUERY = "{ allArticle { total } }";

test("the queries of all schemas share one budget (rules/delivery 11)", (t) => {
  const queries = new ValidQueries(1000);
  for (let schema = 0; schema < 20; schema++) {
    const own = queries.ofNewSchema();
    for (let n = 0; n < 20; n++) own.set(`{ allArticle(limit: ${n + 1}) { total } }`, parse(QUERY));
    t.true(queries.size > 0);
    t.true(queries.size <= 1000);
  }
});

test("a query is valid for the schema that it was checked against, and for no other (rules/delivery 31)", (t) => {
  const queries = new ValidQueries();
  const [one, other] = [queries.ofNewSchema(), queries.ofNewSchema()];
  const document = parse(QUERY);
  one.set(QUERY, document);
  t.is(one.get(QUERY), document);
  t.is(other.get(QUERY), undefined);
});
