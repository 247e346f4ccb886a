import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { graphqlSite, type GraphqlSite } from "../../helpers/graphql-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

/** A fraction is an operand of a wrong type for `views`, a number field with `integer: true` (rules/delivery 25). */
const test = anyTest as TestFn<{ kiln: Kiln; site: GraphqlSite }>;

test.before(async (t) => {
  const kiln = await startKiln();
  const site = await graphqlSite(kiln);
  for (const views of [0, 1, 2])
    await site.publish({ title: { en: `Text ${views}` }, views, rank: views / 2 });
  t.context = { kiln, site };
});
test.after.always((t) => t.context.kiln.stop());

const list = ({ reader, projectId }: GraphqlSite, where: object) =>
  reader.get(
    `/v1/content/${projectId}/documents?${new URLSearchParams({ type: "article", sort: "views", where: JSON.stringify(where) }).toString()}`,
  );
const views = (body: { documents: { views: number }[] }): number[] =>
  body.documents.map((each) => each.views);

test("REST: an integer never equals a fraction, so eq, ne and in refuse one by name (rules/delivery 25)", async (t) => {
  const { site } = t.context;
  const refused: [object, string][] = [
    [{ views: { eq: 1.5 } }, "where.views.eq"],
    [{ views: { ne: 1.5 } }, "where.views.ne"],
    [{ views: { in: [1, 1.5] } }, "where.views.in[1]"],
    [{ not: { views: { eq: -0.1 } } }, "where.not.views.eq"],
  ];
  for (const [where, path] of refused) {
    const { status, body } = await list(site, where);
    t.is(status, 400, JSON.stringify(where));
    const message = `${path} must be an integer, as the values of views are.`;
    t.deepEqual(body.error, { code: "invalid_params", message });
  }
});

test("REST: a fraction bounds integers, and other numbers may equal it (rules/delivery 25)", async (t) => {
  const { site } = t.context;
  const found: [object, number[]][] = [
    [{ views: { gt: 0.5 } }, [1, 2]],
    [{ views: { gte: 1.5 } }, [2]],
    [{ views: { lt: 0.5 } }, [0]],
    [{ views: { lte: 1.5 } }, [0, 1]],
    [{ views: { eq: 1.0 } }, [1]],
    [{ rank: { eq: 0.5 } }, [1]],
    [{ rank: { in: [0.5, 1] } }, [1, 2]],
  ];
  for (const [where, expected] of found) {
    const { status, body } = await list(site, where);
    t.is(status, 200, JSON.stringify(body));
    t.deepEqual(views(body), expected);
  }
});

test("GraphQL: operands of the field are Int, so a fraction is refused, in the query and in variables (rules/delivery 25 and 41)", async (t) => {
  const { site } = t.context;
  for (const operand of ["eq: 1.5", "ne: 1.5", "in: [1, 1.5]", "gt: 1.5"]) {
    const { status, body } = await site.ask(`{ allArticle(where: { views: { ${operand} } }) { total } }`);
    t.is(status, 400, operand);
    t.regex(body.errors[0].message, /Int cannot represent non-integer value: 1\.5/);
  }
  const query =
    "query ($where: ArticleWhere) { allArticle(where: $where, sort: views_ASC) { items { views } } }";
  const refused = await site.ask(query, { where: { views: { eq: 1.5 } } });
  t.is(refused.status, 400);
  t.regex(refused.body.errors[0].message, /Int cannot represent non-integer value: 1\.5/);
  const found = await site.ask(query, { where: { views: { gt: 0 } } });
  t.deepEqual(found.body.data.allArticle.items, [{ views: 1 }, { views: 2 }]);
});
