import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import type { Answer } from "../../helpers/client.js";
import { graphqlSite, type GraphqlSite } from "../../helpers/graphql-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln; site: GraphqlSite; read: Read; story: object[] }>;
type Read = (query: Record<string, string>) => Promise<Answer>;

const locale = (code: string, fallback: string | null) => ({ code, title: code, fallback, required: false });
const words = (text: string) => [
  {
    _type: "block",
    _key: "a",
    style: "normal",
    markDefs: [],
    children: [{ _type: "span", _key: "b", text, marks: [] }],
  },
];

test.before(async (t) => {
  const kiln = await startKiln();
  const locales = [locale("en", null), locale("de", null), locale("pt", "de"), locale("pt-BR", "pt")];
  const site = await graphqlSite(kiln, { locales });
  const boss = await site.publish({ name: { en: "Boss", de: "Chef" } }, "author");
  const author = await site.publish({ name: { en: "Ann" }, boss: { documentId: boss } }, "author");
  await site.publish({
    title: { en: "Apple", de: "Apfel", "pt-BR": "" },
    story: { en: words("Story"), de: words(" "), "pt-BR": [] },
    seo: { label: { en: "Label", pt: "Etiqueta" } },
    author: { documentId: author },
    related: [{ documentId: boss }],
    rank: 0,
    isHot: false,
  });
  const read: Read = (query) => {
    const asked = new URLSearchParams({ type: "article", ...query }).toString();
    return site.reader.get(`/v1/content/${site.projectId}/documents?${asked}`);
  };
  t.context = { kiln, site, read, story: words("Story") };
});
test.after.always((t) => t.context.kiln.stop());

test("a localized field in an object falls back along the chain, as one at the top does (rules/delivery 27)", async (t) => {
  const { read, story } = t.context;
  const [document] = (await read({ locale: "pt-BR" })).body.documents;
  t.like(document, { _locale: "pt-BR", title: "Apfel", rank: 0, isHot: false });
  t.deepEqual(document.seo, { label: "Etiqueta" });
  // A blank text counts as absent, in German too (rules/delivery 30).
  t.deepEqual(document.story, story);
  t.deepEqual(document._fallbackFields.toSorted(), ["seo.label", "story", "title"]);
  const [german] = (await read({ locale: "de" })).body.documents;
  t.deepEqual(german.seo, { label: "Label" });
  t.deepEqual(german._fallbackFields.toSorted(), ["seo.label", "story"]);
  t.deepEqual((await read({})).body.documents[0]._fallbackFields, []);
});

test("_fallbackFields is about every localized field, whatever is selected, as in GraphQL (rules/delivery 28)", async (t) => {
  const { read, site } = t.context;
  const all = (await read({ locale: "de" })).body.documents[0]._fallbackFields;
  for (const select of ["rank", "title", "seo.label", "_id"]) {
    const [document] = (await read({ locale: "de", select })).body.documents;
    t.deepEqual(document._fallbackFields, all, select);
    const single = await site.reader.get(
      `/v1/content/${site.projectId}/documents/${document._id}?locale=de&select=${select}`,
    );
    t.deepEqual(single.body.document, document, select);
  }
  const { body } = await site.ask("{ allArticle(locale: DE) { items { rank _fallbackFields } } }");
  t.deepEqual(body.data.allArticle.items[0]._fallbackFields, all);
});

test("locale=* gives maps also within objects and expanded documents, and no fallback fields (rules/delivery 26)", async (t) => {
  const query = { locale: "*", select: "title,seo,author", expand: "author.boss", expandDepth: "2" };
  const [document] = (await t.context.read(query)).body.documents;
  t.is(document._locale, null);
  t.deepEqual(document._fallbackFields, []);
  t.deepEqual(document.title, { en: "Apple", de: "Apfel", "pt-BR": "" });
  t.deepEqual(document.seo, { label: { en: "Label", pt: "Etiqueta" } });
  t.deepEqual(document.author.name, { en: "Ann" });
  t.is(document.author._locale, null);
  t.deepEqual(document.author.boss.name, { en: "Boss", de: "Chef" });
  t.false("related" in document);
});

test("with locale=* filters and sorts compare the default locale (rules/delivery 29)", async (t) => {
  const { read } = t.context;
  const total = async (filter: object, code: string) =>
    (await read({ locale: code, sort: "-title", where: JSON.stringify(filter) })).body.total;
  t.is(await total({ title: { eq: "Apple" } }, "*"), 1);
  t.is(await total({ title: { eq: "Apfel" } }, "*"), 0);
  t.is(await total({ title: { eq: "Apfel" } }, "pt-BR"), 1);
  t.is(await total({ title: { contains: "APF" }, story: { exists: true } }, "pt"), 1);
  t.is(await total({ story: { exists: true } }, "*"), 1);
  t.is(await total({ hero: { exists: false }, seo: { exists: true }, related: { exists: true } }, "*"), 1);
});

test("expanded documents are read in the locale of the request (rules/delivery 14)", async (t) => {
  const query = { locale: "de", expand: "author.boss,related", expandDepth: "2" };
  const [{ author, related }] = (await t.context.read(query)).body.documents;
  t.like(author, { _locale: "de", name: "Ann", _fallbackFields: ["name"] });
  t.like(author.boss, { _locale: "de", name: "Chef", _fallbackFields: [] });
  t.is(related[0].name, "Chef");
});

test("GraphQL reads nested localized fields, and each field in its own locale, as REST does (rules/delivery 36 and 40)", async (t) => {
  const { body } = await t.context.site.ask(`{
    allArticle(locale: PT_BR) { total items {
      _locale _fallbackFields title story
      seo { label } german: seo { label(locale: DE) }
      english: title(locale: EN)
      author { name boss { name } } fixed: author(locale: DE) { _locale boss { name } }
    } }
  }`);
  t.is(body.errors, undefined, JSON.stringify(body.errors));
  const [item] = body.data.allArticle.items;
  t.like(item, { _locale: "pt-BR", title: "Apfel", english: "Apple" });
  t.deepEqual(item._fallbackFields.toSorted(), ["seo.label", "story", "title"]);
  t.deepEqual(item.story, t.context.story);
  t.deepEqual([item.seo, item.german], [{ label: "Etiqueta" }, { label: "Label" }]);
  t.deepEqual(item.author, { name: "Ann", boss: { name: "Chef" } });
  t.deepEqual(item.fixed, { _locale: "de", boss: { name: "Chef" } });
});
