import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { graphqlSite, type GraphqlSite } from "../../helpers/graphql-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

/** Ids are UUIDs in any case, in filters as in paths (rules/edge 41). */
const test = anyTest as TestFn<{ kiln: Kiln; site: GraphqlSite; ids: [string, string] }>;

test.before(async (t) => {
  const kiln = await startKiln();
  const site = await graphqlSite(kiln);
  const publish = (id: string) => site.documents.makePublished({ title: { en: id } }, { id });
  const ids: [string, string] = [
    "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee",
    "bbbbbbbb-bbbb-4ccc-8ddd-eeeeeeeeeeee",
  ];
  for (const id of ids) await publish(id);
  t.context = { kiln, site, ids };
});
test.after.always((t) => t.context.kiln.stop());

/** Returns what a filter of `_id` finds, by REST and by GraphQL, with the operand in a variable and in the query. */
async function found({ reader, projectId }: GraphqlSite, operators: Record<string, unknown>) {
  const search = new URLSearchParams({
    type: "article",
    sort: "_id",
    where: JSON.stringify({ _id: operators }),
  });
  const rest = await reader.get(`/v1/content/${projectId}/documents?${search.toString()}`);
  const graphql = async (query: string, variables = {}) => {
    const answer = await reader.post(`/v1/content/${projectId}/graphql`, { query, variables });
    return answer.body.data.allArticle.items as { _id: string }[];
  };
  const [[operator, operand] = []] = Object.entries(operators);
  const answers = [
    rest.body.documents as { _id: string }[],
    await graphql(
      "query ($where: ArticleWhere) { allArticle(where: $where, sort: _id_ASC) { items { _id } } }",
      { where: { _id: operators } },
    ),
    await graphql(
      `{ allArticle(where: { _id: { ${operator}: ${JSON.stringify(operand)} } }, sort: _id_ASC) { items { _id } } }`,
    ),
  ];
  return answers.map((documents) => documents.map(({ _id }) => _id));
}

test("REST and GraphQL find an id in any case (rules/edge 41)", async (t) => {
  const { site, ids } = t.context;
  const [a, b] = ids;
  const upper = a.toUpperCase();
  const thrice = (...expected: string[]) => [expected, expected, expected];
  t.deepEqual(await found(site, { eq: upper }), thrice(a));
  t.deepEqual(await found(site, { ne: upper }), thrice(b));
  t.deepEqual(await found(site, { in: [b, upper, "none"] }), thrice(a, b));
  t.deepEqual(await found(site, { gt: upper }), thrice(b));
  t.deepEqual(await found(site, { lte: upper }), thrice(a));
});

test("a text that is no id finds nothing", async (t) => {
  const { site, ids } = t.context;
  for (const text of ["", "none", `${ids[0]}0`, ids[0].replaceAll("-", "")])
    t.deepEqual(await found(site, { eq: text }), [[], [], []], text);
});
