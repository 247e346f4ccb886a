import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../../start.js";
import { graphqlSite } from "../../../helpers/graphql-site.js";
import { startKiln } from "../../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln }>;
test.before(async (t) => {
  t.context = { kiln: await startKiln({ GRAPHQL_MAX_ALIASES: "5" }) };
});
test.after.always((t) => t.context.kiln?.stop());

const KB_50 = 50 * 1024;

test("a body of 50 KB passes, one byte more is 400 with errors, declared or not (rules/delivery 33)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const path = `/v1/content/${site.projectId}/graphql`;
  const bodyOf = (bytes: number) => {
    const body = JSON.stringify({ query: "{ __typename } #" });
    return body.replace("#", `#${"x".repeat(bytes - body.length)}`);
  };
  t.is((await site.reader.post(path, bodyOf(KB_50))).status, 200);
  const over = await site.reader.post(path, bodyOf(KB_50 + 1));
  t.is(over.status, 400);
  t.regex(over.body.errors[0].message, /50 KB/);
  const streamed = await fetch(site.url, {
    method: "POST",
    headers: { ...site.reader.headers, "content-type": "application/json" },
    body: new Blob([bodyOf(2_000_000)]).stream(),
    duplex: "half",
  });
  t.is(streamed.status, 400);
  t.regex(await streamed.text(), /50 KB/);
});

test("hostile queries are 400 with errors (rules/delivery 33)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const refuse = async (query: string, part: RegExp) => {
    const { status, body } = await site.ask(query);
    t.is(status, 400);
    t.regex(body.errors[0].message, part);
  };
  const bosses = (levels: number) =>
    `{ author(id: "x") ${"{ boss ".repeat(levels)}{ _id }${" }".repeat(levels)} }`;
  t.is((await site.ask(bosses(8))).status, 200);
  await refuse(bosses(9), /deeper than 10/);
  await refuse("{a".repeat(15_000), /brackets/);
  await refuse(`{ ${"a ".repeat(20_000)} }`, /tokens/);
  await refuse(
    `{ ${"abcdef"
      .split("")
      .map((name) => `${name}: __typename`)
      .join(" ")} }`,
    /5 aliases/,
  );
  await refuse("{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }", /contains itself/);
});

test("an answer that turns out too large is one error (rules/delivery 37)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const tags = Array.from({ length: 4000 }, (_, at) => `t${at}`);
  for (let at = 0; at < 26; at += 1) await site.documents.make({ tags });
  const ask = (limit: number, beside = "") =>
    site.ask(`{ allArticle(limit: ${limit}) { items { tags } } ${beside} }`, {}, site.preview);
  t.is((await ask(5)).body.data.allArticle.items.length, 5);
  // A query with parts beside the schema is executed by graphql-js.
  for (const beside of ["", '__type(name: "Query") { name }']) {
    const { status, body } = await ask(26, beside);
    t.is(status, 200);
    t.is(body.data, null);
    t.deepEqual(body.errors.length, 1);
    t.regex(body.errors[0].message, /more than 100000 values/);
  }
});
