import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../../start.js";
import { graphqlSite } from "../../../helpers/graphql-site.js";
import { startKiln } from "../../../helpers/start-kiln.js";
import { upload } from "../../../helpers/upload.js";

const test = anyTest as TestFn<{ kiln: Kiln }>;
test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln?.stop());

const STORY = [
  {
    _type: "block",
    _key: "a",
    style: "normal",
    markDefs: [],
    children: [{ _type: "span", _key: "b", text: "Hi", marks: [] }],
  },
];

test("every kind of field is delivered as its type says (rules/delivery 41)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const author = await site.publish({ name: { en: "Ann" } }, "author");
  const other = await site.publish({ title: { en: "Other" } });
  const gone = await site.documents.make({ title: { en: "Gone" } });
  const id = await site.publish({
    title: { en: "Kiln", de: "Ofen" },
    body: "Text",
    rank: 1.5,
    views: 7,
    isHot: false,
    day: "2026-03-01T12:00:00Z",
    story: { en: STORY },
    tags: ["a", "b"],
    author: { documentId: author },
    subject: { documentId: other },
    related: [{ documentId: author }, { documentId: other }, { documentId: gone }],
    seo: { label: { de: "Nur deutsch" } },
    links: [{ href: "x" }, {}],
  });
  const { status, body } = await site.ask(
    `query ($id: ID!) { article(id: $id) {
      __typename _id _type _status _createdAt _updatedAt _publishedAt _locale _fallbackFields
      title body rank views isHot day story tags hero { storageId } gallery { storageId }
      author { __typename _id name }
      subject { __typename ... on Article { title } ... on Author { name } }
      related { __typename ... on Document { _id } }
      seo { __typename label og { image { url } } } links { __typename href }
    } }`,
    { id: id.toUpperCase() },
  );
  t.deepEqual([status, body.errors], [200, undefined]);
  const { _createdAt, _updatedAt, _publishedAt, ...article } = body.data.article;
  t.true(Date.parse(_createdAt) <= Date.parse(_publishedAt));
  t.is(_updatedAt, _publishedAt);
  t.deepEqual(article, {
    __typename: "Article",
    _id: id,
    _type: "article",
    _status: "published",
    _locale: "en",
    _fallbackFields: ["seo.label"],
    title: "Kiln",
    body: "Text",
    rank: 1.5,
    views: 7,
    isHot: false,
    day: "2026-03-01T12:00:00Z",
    story: STORY,
    tags: ["a", "b"],
    hero: null,
    gallery: null,
    author: { __typename: "Author", _id: author, name: "Ann" },
    subject: { __typename: "Article", title: "Other" },
    related: [{ __typename: "Author", _id: author }, { __typename: "Article", _id: other }, null],
    seo: { __typename: "ArticleSeo", label: null, og: null },
    links: [
      { __typename: "ArticleLinks", href: "x" },
      { __typename: "ArticleLinks", href: null },
    ],
  });
});

test("media of the project has its URL and type, in fields, lists and objects (rules/delivery 13 and 41)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const storageId = await upload(site.ann.api, "image/png", Buffer.from("picture"));
  const linked = await site.ann.api.post(`/v1/projects/${site.projectId}/storage`, {
    storageIds: [storageId],
  });
  t.is(linked.status, 200);
  const media = { storageId };
  const id = await site.publish({ hero: media, gallery: [media, media], seo: { og: { image: media } } });
  const { body } = await site.ask(
    `{ article(id: "${id}") { hero { ...m } gallery { ...m } seo { og { image { ...m } } } } }
     fragment m on MediaAsset { storageId url contentType }`,
  );
  const { hero, gallery, seo } = body.data.article;
  t.is(hero.storageId, storageId);
  t.regex(hero.url, /^http/);
  t.truthy(hero.contentType);
  t.deepEqual([gallery, seo.og.image], [[hero, hero], hero]);
  const rest = await site.reader.get(`/v1/content/${site.projectId}/documents/${id}`);
  t.deepEqual(rest.body.document.hero, hero);
});

test("locales: the root's governs, children inherit, a field and a reference have their own (rules/delivery 36)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const author = await site.publish({ name: { en: "Ann", de: "Anna", "pt-BR": "Aninha" } }, "author");
  const id = await site.publish({
    title: { en: "Kiln", de: "Ofen" },
    author: { documentId: author },
    seo: { label: { en: "Oven", de: "Backofen" } },
  });
  const { body } = await site.ask(
    `query ($l: Locale) {
      german: article(id: "${id}", locale: DE) {
        _locale title english: title(locale: EN) seo { label portuguese: label(locale: PT_BR) }
        author { name _locale } brazilian: author(locale: PT_BR) { name german: name(locale: DE) _locale }
      }
      default: article(id: "${id}") { title(locale: $l) author { name } }
      fallback: allArticle(locale: $l) { items { _locale title _fallbackFields author { name } } }
    }`,
    { l: "PT_BR" },
  );
  t.deepEqual(body.data, {
    german: {
      _locale: "de",
      title: "Ofen",
      english: "Kiln",
      seo: { label: "Backofen", portuguese: "Oven" },
      author: { name: "Anna", _locale: "de" },
      brazilian: { name: "Aninha", german: "Anna", _locale: "pt-BR" },
    },
    default: { title: "Kiln", author: { name: "Ann" } },
    fallback: {
      items: [
        {
          _locale: "pt-BR",
          title: "Kiln",
          _fallbackFields: ["title", "story", "seo.label"],
          author: { name: "Aninha" },
        },
      ],
    },
  });
});

test("drafts are for preview tokens, which may ask for what is published (rules/delivery 4)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  await site.documents.make({ title: { en: "Draft" } });
  const query = "{ allArticle { total items { _status title } } }";
  const path = `/v1/content/${site.projectId}/graphql`;
  t.deepEqual((await site.ask(query)).body.data.allArticle, { total: 0, items: [] });
  t.deepEqual((await site.ask(query, {}, site.preview)).body.data.allArticle, {
    total: 1,
    items: [{ _status: "draft", title: "Draft" }],
  });
  t.is((await site.preview.post(`${path}?perspective=published`, { query })).body.data.allArticle.total, 0);
  const refused = await site.reader.post(`${path}?perspective=drafts`, { query });
  t.deepEqual([refused.status, refused.body.error.code], [403, "forbidden"]);
});

test("a change of types and locales is in the schema of the next request (rules/delivery 31)", async (t) => {
  const site = await graphqlSite(t.context.kiln);
  const { api } = site.ann;
  t.is((await site.ask("{ allBook { total } }")).status, 400);
  const made = await api.post(`/v1/projects/${site.projectId}/content/types`, {
    name: "book",
    title: "Book",
    fields: [{ name: "name", title: "Name", type: "string" }],
  });
  t.is(made.status, 200);
  t.deepEqual((await site.ask("{ allBook { total } }")).body, { data: { allBook: { total: 0 } } });
  t.is((await site.ask("{ allBook { items { isbn } } }")).status, 400);
  const put = await api.put(`/v1/content/types/${made.body.contentType.id}`, {
    baseVersion: 1,
    fields: [{ name: "isbn", title: "ISBN", type: "string" }],
  });
  t.is(put.status, 200);
  t.is((await site.ask("{ allBook { items { isbn } } }")).status, 200);
  t.is((await site.ask("{ allBook(locale: FR) { total } }")).status, 400);
  const settings = await api.put(`/v1/projects/${site.projectId}/content/settings`, {
    defaultLocale: "en",
    locales: ["en", "fr"].map((code) => ({ code, title: code, fallback: null, required: false })),
  });
  t.is(settings.status, 200, JSON.stringify(settings.body));
  t.is((await site.ask("{ allBook(locale: FR) { total } }")).status, 200);
});

// The test is serial because the others read through the same host.
test.serial(
  "a list and the references of each level are one read each, the token another (rules/delivery 42)",
  async (t) => {
    const site = await graphqlSite(t.context.kiln);
    const boss = await site.publish({ name: { en: "Boss" } }, "author");
    for (let at = 0; at < 5; at += 1) {
      const author = await site.publish({ name: { en: `A${at}` }, boss: { documentId: boss } }, "author");
      await site.publish({
        title: { en: `T${at}` },
        author: { documentId: author },
        subject: { documentId: author },
      });
    }
    const ask = (more: string) =>
      site.ask(
        `{ allArticle { total items { title ${more} author { name boss { name } } subject { ... on Author { name } } } } }`,
      );
    await ask("");
    const { read } = site.kiln.host;
    const statements: string[] = [];
    const original = read.query;
    read.query = ((sql: string, parameters?: readonly unknown[]) => {
      statements.push(sql);
      return original.call(read, sql, parameters);
    }) as typeof read.query;
    try {
      const { body } = await ask("rank");
      t.is(body.data.allArticle.total, 5);
      t.true(
        body.data.allArticle.items.every(
          (item: { author: { boss: { name: string } } }) => item.author.boss.name === "Boss",
        ),
      );
    } finally {
      read.query = original;
    }
    const own = statements.filter((sql) => /delivery_tokens t|content_/.test(sql));
    t.true(own.length <= 2 + 2, own.join("\n"));
  },
);
