import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../../contracts/content-schema.js";
import type { Kiln } from "../../../../start.js";
import { postType } from "../../../helpers/post-type.js";
import { makeReader } from "../../../helpers/make-reader.js";
import { makeSite } from "../../../helpers/make-site.js";
import { insertType } from "../../../helpers/insert-type.js";
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

test("types that were made under a name that is refused now are edited and delivered (rules/content 1)", async (t) => {
  const { kiln } = t.context;
  const title: FieldDefinition = { name: "title", title: "Title", type: "string" };
  const { ann, projectId, documents } = await makeSite(kiln, [
    title,
    { name: "target", title: "Target", type: "reference", to: ["mutation", "subscription"] },
  ]);
  const reader = await makeReader(ann, projectId);
  for (const name of ["mutation", "subscription"]) {
    const typeId = await insertType(kiln.host, projectId, { name, title: name, fields: [title] });
    const edit = { baseVersion: 1, fields: [title, { ...title, name: "more" }] };
    const edited = await ann.api.put(`/v1/content/types/${typeId}`, edit);
    t.is(edited.body.contentType?.latestVersion, 2, name);
    const id = await documents.makePublished({ title: name, more: "x" }, { type: name });
    await documents.makePublished({ title: "a", target: { documentId: id } });
    const listed = await reader.get(`/v1/content/${projectId}/documents?type=${name}`);
    t.like(listed.body.documents, [{ _id: id, _type: name, title: name, more: "x" }]);
  }
  const query = `{ allMutation { items { title } } allSubscription { items { more } }
    allArticle(sort: _createdAt_ASC) { items { target {
      ... on Mutation { title __typename } ... on Subscription { title __typename } } } }
    __schema { queryType { name } mutationType { name } subscriptionType { name } } }`;
  const { status, body } = await reader.post(`/v1/content/${projectId}/graphql`, { query });
  t.is(status, 200);
  t.deepEqual(body.data, {
    allMutation: { items: [{ title: "mutation" }] },
    allSubscription: { items: [{ more: "x" }] },
    allArticle: {
      items: [
        { target: { title: "mutation", __typename: "Mutation" } },
        { target: { title: "subscription", __typename: "Subscription" } },
      ],
    },
    __schema: { queryType: { name: "Query" }, mutationType: null, subscriptionType: null },
  });
});

test("types with names that every object of JavaScript has are delivered", async (t) => {
  const { ann, projectId, documents } = await makeSite(t.context.kiln, FIELDS);
  const reader = await makeReader(ann, projectId);
  for (const name of ["constructor", "toString"]) {
    await postType(ann.api, projectId, name);
    const id = await documents.makePublished({ title: name }, { type: name });
    const all = `all${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
    const query = `{ ${all} { items { title } } ${name}(id: "${id}") { title } }`;
    const { body } = await reader.post(`/v1/content/${projectId}/graphql`, { query });
    t.deepEqual(body, { data: { [all]: { items: [{ title: name }] }, [name]: { title: name } } });
    const listed = await reader.get(`/v1/content/${projectId}/documents?type=${name}`);
    t.like(listed.body.documents, [{ _id: id, title: name }]);
  }
});
