import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../../contracts/content-schema.js";
import type { Kiln } from "../../../../start.js";
import { makeReader } from "../../../helpers/make-reader.js";
import { makeSite } from "../../../helpers/make-site.js";
import { startKiln } from "../../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln }>;
test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln.stop());

const FIELDS = ["toString", "constructor", "title"].map((name): FieldDefinition => ({
  name,
  title: name,
  type: "string",
}));

test("a filter in a variable says nothing of fields that every object of JavaScript has", async (t) => {
  const { ann, projectId, documents } = await makeSite(t.context.kiln, FIELDS);
  const reader = await makeReader(ann, projectId);
  await documents.makePublished({ title: "a", toString: "x" });
  await documents.makePublished({ title: "b", constructor: "y" });
  const query =
    "query ($where: ArticleWhere) { allArticle(where: $where) { items { title toString constructor } } }";
  const ask = (where: object) =>
    reader.post(`/v1/content/${projectId}/graphql`, { query, variables: { where } });
  const { body } = await ask({ title: { eq: "a" } });
  t.deepEqual(body, { data: { allArticle: { items: [{ title: "a", toString: "x", constructor: null }] } } });
  t.is((await ask({ constructor: { eq: "y" } })).body.data.allArticle.items[0].title, "b");
});
