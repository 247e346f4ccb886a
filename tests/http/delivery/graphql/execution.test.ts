import anyTest, { type TestFn } from "ava";
import fc from "fast-check";
import type { Kiln } from "../../../../start.js";
import { arbitrarySelection } from "../../../helpers/arbitrary-selection.js";
import { graphqlSite } from "../../../helpers/graphql-site.js";
import { inOneWindow } from "../../../helpers/in-one-window.js";
import { isInRings } from "../../../helpers/of-rings.js";
import { startKiln } from "../../../helpers/start-kiln.js";
import { upload } from "../../../helpers/upload.js";

const test = anyTest as TestFn<{ kiln: Kiln }>;
test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln?.stop());

const RUNS = isInRings() ? 30 : Math.min(Number(process.env.KILN_RUNS ?? 100), 2000);
/** Part of a query beside the schema, with which graphql-js alone answers. */
const BESIDE = '__type(name: "Query") { name }';

const query = fc
  .record({
    all: arbitrarySelection,
    total: fc.constantFrom("total", "", "__typename sum: total"),
    one: arbitrarySelection,
    locale: fc.constantFrom("", ", locale: DE", ", locale: $code"),
    id: fc.nat({ max: 7 }),
    code: fc.constantFrom("EN", "DE", "PT_BR", null),
  })
  .map(({ all, total, one, locale, id, code }) => ({
    id,
    code,
    text: (beside: string) => `query ($id: ID!, $yes: Boolean!, $no: Boolean!, $code: Locale) {
      __typename @skip(if: $yes)
      page: allArticle(limit: 5, sort: [_id_ASC]${locale}) { ${total} items ${all} }
      none: allArticle(limit: 1) { total @skip(if: $yes) }
      one: article(id: $id) { _id @include(if: $no) }
      first: allArticle(where: { views: { exists: true } }${locale}) { total }
      article(id: $id${locale}) ${one}
      author(id: $id) { _id }
      named: article(id: $id, locale: $code) { ...Named }
      ${beside}
    }
    fragment Named on Article { named: title body @include(if: $yes) isUsed: isHot @skip(if: $yes) _id @skip(if: $no) body @include(if: $no) rank }`,
  }));

test("a query is answered as graphql-js answers it, byte for byte (rules/delivery 41)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const storageId = await upload(site.ann.api, "image/png", Buffer.from("picture"));
  const alone = await upload(site.ann.api, "image/png", Buffer.from("not the project's"));
  await site.ann.api.post(`/v1/projects/${site.projectId}/storage`, { storageIds: [storageId] });
  const [mine, foreign] = [{ storageId }, { storageId: alone }];
  const boss = await site.publish({ name: { en: "Ann", de: "Anna" } }, "author");
  const author = await site.publish({ name: { en: "Ben" }, boss: { documentId: boss } }, "author");
  const draft = await site.documents.make({ title: { en: "Draft" } });
  const block = { _type: "block", _key: "a", style: "normal", markDefs: [], children: [] };
  const ids: string[] = [];
  for (let at = 0; at < 6; at++) {
    const references = [author, draft, boss, ...ids].map((documentId) => ({ documentId }));
    const id = await site.publish({
      title: at % 2 === 0 ? { en: `Kiln "${at}" é 窯 😀`, de: `Ofen ${at}` } : { "pt-BR": "Forno" },
      body: "\u2028 </script> \\ \n",
      rank: at - 0.5,
      ...(at !== 2 && { views: at }),
      isHot: at > 2,
      day: "2026-03-01T12:00:00+02:00",
      story: { en: [block] },
      hero: at % 2 === 0 ? mine : foreign,
      gallery: [mine, foreign],
      tags: at === 3 ? [] : ["a", "b"],
      ...(at !== 4 && { author: { documentId: author } }),
      subject: references.at(at % 2 === 0 ? -1 : 0),
      related: references,
      seo: at === 1 ? {} : { label: { de: "Nur deutsch" }, og: { image: mine } },
      links: [{ href: "x" }, {}],
    });
    ids.push(id);
  }
  const asked = [...ids, boss, "none"];
  await fc.assert(
    fc.asyncProperty(query, async ({ id, code, text }) => {
      const variables = { id: asked[id] ?? "", yes: true, no: false, code };
      const { own, executed } = await inOneWindow(async () => ({
        own: await site.ask(text(""), variables),
        executed: await site.ask(text(BESIDE), variables),
      }));
      // The query is over a bound.
      fc.pre(!/ (more|deeper) than /.test(own.body.errors?.[0]?.message));
      t.deepEqual([own.status, own.body.errors, executed.body.errors], [200, undefined, undefined], text(""));
      const { __type, ...data } = executed.body.data;
      t.deepEqual(__type, { name: "Query" });
      t.is(JSON.stringify(own.body), JSON.stringify({ data }), text(""));
    }),
    { numRuns: RUNS },
  );
});

test("several operations, default variables, a list's items twice and merged (rules/delivery 32)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const author = await site.publish({ name: { en: "Ann" } }, "author");
  const id = await site.publish({ title: { en: "Kiln", de: "Ofen" }, author: { documentId: author } });
  const query = (beside: string) => `
    query One($id: ID! = "${id}", $code: Locale = DE) {
      article(id: $id, locale: $code) { title author { _id } author { name } }
      allArticle(limit: 1) { items { _id } items { title } again: items { title(locale: $code) } total }
      ${beside}
    }
    query Other { __typename ${beside} }
    query None { allArticle { __typename } ${beside} }`;
  const BESIDES = ["", BESIDE];
  for (const operationName of ["One", "Other", "None"]) {
    const [own, executed] = await Promise.all(
      BESIDES.map((beside) =>
        site.reader.post(`/v1/content/${site.projectId}/graphql`, {
          query: query(beside),
          operationName,
        }),
      ),
    );
    const { __type, ...data } = executed?.body.data ?? {};
    t.deepEqual([own?.status, __type], [200, { name: "Query" }]);
    t.is(JSON.stringify(own?.body), JSON.stringify({ data }));
  }
});
