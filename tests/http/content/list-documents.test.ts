import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { ContentDocument } from "../../../entities/content-document.js";
import { ContentSettings } from "../../../entities/content-settings.js";
import { ContentTranslation } from "../../../entities/content-translation.js";
import { fingerprint } from "../../../services/content/index.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { insertCopies } from "../../helpers/insert-copies.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln; ann: Person }>;

const LOCALIZED: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string", localized: true },
  { name: "body", title: "Body", type: "portableText", localized: true },
  {
    name: "seo",
    title: "SEO",
    type: "object",
    fields: [{ name: "text", title: "Text", type: "text", localized: true }],
  },
  { name: "picture", title: "Picture", type: "media", localized: true },
  { name: "plain", title: "Plain", type: "string" },
];

test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, ann: await signUp(kiln.url) };
});
test.after.always((t) => t.context.kiln.stop());

/** Makes a project with the types `article` and `author`. */
async function open({ kiln, ann }: { kiln: Kiln; ann: Person }, fields?: FieldDefinition[]) {
  const projectId = await makeProject(ann);
  await makeType(kiln, projectId, fields);
  await makeType(kiln, projectId, [{ name: "title", title: "Name", type: "string" }], "author");
  return { projectId, documents: new Documents(ann, projectId) };
}

const titles = ({ body }: { body: { documents: { title: string }[] } }) =>
  body.documents.map(({ title }) => title);

test("newest first with the exact total, in pages that repeat and drop nothing (rules/edge 26)", async (t) => {
  const { documents } = await open(t.context);
  await Promise.all(Array.from({ length: 23 }, (_, index) => documents.make({ title: `${index}` })));
  const all = (await documents.list()).body;
  t.like(all, { total: 23, limit: 50, offset: 0 });
  const keys = all.documents.map((row: { createdAt: string; id: string }) => `${row.createdAt} ${row.id}`);
  t.deepEqual(keys, keys.toSorted().toReversed());
  const paged: string[] = [];
  for (let offset = 0; offset < 30; offset += 7) {
    const { body } = await documents.list(`?limit=7&offset=${offset}`);
    t.like(body, { total: 23, limit: 7, offset });
    paged.push(...titles({ body }));
  }
  t.deepEqual(paged, titles({ body: all }));
  for (const query of ["?limit=0", "?limit=201", "?offset=-1", "?limit=1.5"]) {
    const { status, body } = await documents.list(query);
    t.is(status, 400);
    t.is(body.error.code, "invalid_params");
  }
  t.is((await documents.list("?limit=200")).status, 200);
});

test("rows are documents without binaries (rules/content 40)", async (t) => {
  const { documents } = await open(t.context);
  const id = await documents.makePublished({ title: "One" });
  const { body } = await documents.list();
  t.deepEqual(body.documents, [(await documents.get(id)).body.document]);
  t.false("draftState" in body.documents[0]);
});

test("titles are the same list without what documents hold, and large ones are listed too (rules/content 57)", async (t) => {
  const { projectId, documents } = await open(t.context, LOCALIZED);
  const { api } = t.context.ann;
  await documents.makePublished({ title: { en: "One" }, plain: "a" });
  // The published documents are large too, and the list of documents refuses five of them.
  for (let at = 0; at < 5; at++)
    await documents.makePublished({ title: { en: `Large ${at}` }, plain: "x".repeat(3_600_000) });
  const query = "?type=article&sort=updatedAt&limit=2&offset=4";
  const whole = (await documents.list(query)).body;
  const { body } = await api.get(`/v1/projects/${projectId}/content/titles${query}`);
  const withoutPayload = whole.documents.map(
    ({ draft: _draft, published: _published, ...title }: Record<string, unknown>) => title,
  );
  t.deepEqual(body, { ...whole, documents: withoutPayload });
  t.is(body.documents[1].title, "One");
  t.is(body.documents[1].coverage.en, "complete");
  t.is((await documents.list()).status, 413);
  const all = await api.get(`/v1/projects/${projectId}/content/titles`);
  t.deepEqual(titles(all), ["Large 4", "Large 3", "Large 2", "Large 1", "Large 0", "One"]);
  const stranger = await signUp(t.context.kiln.url);
  t.is((await stranger.api.get(`/v1/projects/${projectId}/content/titles`)).status, 404);
});

test("by type and by status; an unknown type and an unknown status are invalid_params (rules/edge 20)", async (t) => {
  const { documents } = await open(t.context);
  await documents.make({ title: "draft" });
  await documents.makePublished({ title: "published" });
  await documents.put(await documents.makePublished({ title: "x" }), { title: "changed" });
  await documents.makePublished({ title: "author" }, { type: "author" });
  const by = async (query: string) => titles(await documents.list(query));
  t.deepEqual(await by("?type=article"), ["changed", "published", "draft"]);
  t.deepEqual(await by("?type=author"), ["author"]);
  t.deepEqual(await by("?status=published"), ["author", "published"]);
  t.deepEqual(await by("?status=published&type=article"), ["published"]);
  t.deepEqual(await by("?status=changed"), ["changed"]);
  t.deepEqual(await by("?status=draft&type=author"), []);
  t.is((await documents.list("?status=published&limit=1")).body.total, 2);
  for (const [query, words] of [
    ["?type=nothing", /nothing.*(article, author|author, article)/],
    ["?status=gone", /draft.*published.*changed/],
    ["?sort=size", /createdAt.*updatedAt.*title/],
  ] as const) {
    const { status, body } = await documents.list(query);
    t.is(status, 400);
    t.regex(body.error.message, words);
  }
  t.is((await documents.list("?whatever=1")).status, 200);
});

test("sorted by the last change, by title in code point order, by creation (rules/edge 24)", async (t) => {
  const { documents } = await open(t.context);
  const [b] = [await documents.make({ title: "b" }), await documents.make({ title: "B" })];
  for (const draft of [{ title: "é" }, {}, { title: "a" }, { title: "\u{1f600}" }, { title: "\uffee" }])
    await documents.make(draft);
  await documents.put(b, { title: "b", body: "touched" });
  const by = async (sort: string) => titles(await documents.list(`?type=article&sort=${sort}`));
  const created = ["\uffee", "\u{1f600}", "a", null, "é", "B", "b"];
  t.deepEqual(await by("createdAt"), created as string[]);
  t.deepEqual(await by("updatedAt"), ["b", ...created.slice(0, -1)] as string[]);
  t.deepEqual(await by("title"), ["B", "a", "b", "é", "\uffee", "\u{1f600}", null] as string[]);
  t.deepEqual(titles(await documents.list("?sort=title&limit=2&offset=1")), ["a", "b"]);
});

test("q looks in the title field of the type, whatever the case, and takes its characters as they are (rules/content 41)", async (t) => {
  const { documents } = await open(t.context);
  for (const title of ["Über 100%", "über_all", "100 km", "STRASSE\\", "'quoted' \"x\""])
    await documents.make({ title, body: "needle" });
  await documents.make({ title: "author 100%" }, { type: "author" });
  const by = async (q: string) =>
    titles(await documents.list(`?type=article&q=${encodeURIComponent(q)}&sort=title`));
  t.deepEqual(await by("ÜBER"), ["Über 100%", "über_all"]);
  t.deepEqual(await by("100"), ["100 km", "Über 100%"]);
  t.deepEqual(await by("%"), ["Über 100%"]);
  t.deepEqual(await by("_"), ["über_all"]);
  t.deepEqual(await by("strasse\\"), ["STRASSE\\"]);
  t.deepEqual(await by("'QUOTED' \"X"), ["'quoted' \"x\""]);
  t.deepEqual(await by("needle"), []);
  await documents.make({ title: "ΟΔΟΣ" });
  for (const q of ["ΟΔΟΣ", "οδος", "οδοσ", "σ", "Σ"]) t.deepEqual(await by(q), ["ΟΔΟΣ"], q);
  await documents.make({ title: `${"x".repeat(9_994)}inside, beyond` });
  t.is((await by("INSIDE")).length, 1);
  t.is((await by("beyond")).length, 0, "10,000 characters are searched");
  t.is((await by("")).length, 7);
  t.is((await documents.list("?type=article&q=100&limit=1")).body.total, 2);
  const refused = await documents.list("?q=x");
  t.is(refused.status, 400);
  t.regex(refused.body.error.message, /type/);
});

test("titles and their search follow every save (rules/content 46)", async (t) => {
  const { documents } = await open(t.context);
  const id = await documents.make({ title: "before" });
  await documents.put(id, { title: "after" });
  t.deepEqual(titles(await documents.list("?type=article&q=after")), ["after"]);
  t.is((await documents.list("?type=article&q=before")).body.total, 0);
});

/** Sets the locales en (default), de, and fr, which falls back to de. */
const threeLocales = ({ kiln }: { kiln: Kiln }, projectId: string): Promise<void> =>
  kiln.host.transact((tx) =>
    tx.insert(ContentSettings, {
      id: projectId,
      defaultLocale: "en",
      locales: [
        { code: "en", title: "English", fallback: null, required: false },
        { code: "de", title: "German", fallback: null, required: false },
        { code: "fr", title: "French", fallback: "de", required: false },
      ],
      brief: "",
      autoTranslateOnPublish: false,
      translationModel: "auto",
      updatedAt: 0,
    }),
  );

const text = (words: string) => [
  { _type: "block", _key: "a", children: [{ _type: "span", _key: "b", text: words }] },
];

test("coverage says for each locale how much of what has a source is translated (rules/content 42; rules/translation 4)", async (t) => {
  const { projectId, documents } = await open(t.context, LOCALIZED);
  await threeLocales(t.context, projectId);
  const coverage = async (draft: object) => {
    const id = await documents.make(draft);
    const { document } = (await documents.get(id)).body;
    t.deepEqual((await documents.list()).body.documents[0].coverage, document.coverage);
    return document.coverage;
  };
  t.deepEqual(await coverage({ title: "One" }), { en: "complete", de: "empty", fr: "empty" });
  t.deepEqual(await coverage({ title: { en: "One", de: "Eins" }, seo: { text: "Two" } }), {
    en: "complete",
    de: "partial",
    fr: "empty",
  });
  t.deepEqual(
    await coverage({
      title: { en: "One", de: "Eins", fr: "" },
      body: { en: text("x"), de: text("y"), fr: text(" ") },
    }),
    { en: "complete", de: "complete", fr: "empty" },
  );
  t.deepEqual(await coverage({ title: { de: "Eins" } }), { en: "empty", de: "empty", fr: "empty" });
  await documents.make({ title: "x" }, { type: "author" });
  t.false("coverage" in (await documents.list("?type=author")).body.documents[0], "no localized texts");
});

test("a machine's translation is outdated once its source says something else, until somebody edits it (rules/translation 2 and 3)", async (t) => {
  const { projectId, documents } = await open(t.context, LOCALIZED);
  await threeLocales(t.context, projectId);
  const id = await documents.make({ title: { en: "One", de: "Eins" } });
  const path = "title";
  await t.context.kiln.host.transact((tx) =>
    tx.insert(ContentTranslation, {
      id: randomUUID(),
      projectId,
      documentId: id,
      locale: "de",
      path,
      pathHash: fingerprint(path),
      sourceHash: fingerprint("One"),
      valueHash: fingerprint("Eins"),
      model: "m",
      createdAt: 0,
    }),
  );
  const state = async (title: object) => {
    await documents.put(id, { title });
    return (await documents.list()).body.documents[0].coverage.de;
  };
  t.is(await state({ en: "One", de: "Eins" }), "complete");
  t.is(await state({ en: "Two", de: "Eins" }), "outdated");
  t.is(await state({ en: "Two", de: "Zwei" }), "complete");
  t.is(await state({ en: "One", de: "Eins" }), "complete");
});

test("missingLocale finds the documents that lack a translation of what has a source; it needs a type and a locale of the project (rules/content 42)", async (t) => {
  const { projectId, documents } = await open(t.context, LOCALIZED);
  await threeLocales(t.context, projectId);
  await documents.make({ title: { en: "none" }, plain: "x" });
  await documents.make({ title: { en: "german", de: "x" } });
  await documents.make({ title: { en: "both", de: "x", fr: "x" }, seo: { text: { en: "" } } });
  await documents.make({ title: { en: "part", de: "x" }, seo: { text: "only here" } });
  await documents.make({ plain: "no source" });
  await documents.makePublished({ title: { en: "published", de: "x" } });
  const by = async (query: string) => titles(await documents.list(`?type=article&sort=title&${query}`));
  t.deepEqual(await by("missingLocale=de"), ["none", "part"]);
  t.deepEqual(await by("missingLocale=fr"), ["german", "none", "part", "published"]);
  t.deepEqual(await by("missingLocale=fr&status=published"), ["published"]);
  t.deepEqual(await by("missingLocale=fr&q=N&limit=1"), ["german"]);
  t.is((await documents.list("?type=article&missingLocale=fr&q=N&limit=1")).body.total, 2);
  t.deepEqual(await by("missingLocale=en"), []);
  t.deepEqual(titles(await documents.list("?type=author&missingLocale=de")), []);
  for (const [query, words] of [
    ["?missingLocale=de", /type/],
    ["?type=article&missingLocale=xx", /en, de, fr/],
    ["?type=article&missingLocale=!", /missingLocale/],
  ] as const) {
    const { status, body } = await documents.list(query);
    t.is(status, 400);
    t.regex(body.error.message, words);
  }
});

/** Inserts copies of a document's row, because making each by a request would take long. */
const copies = ({ kiln }: { kiln: Kiln }, id: string, count: number): Promise<void> =>
  kiln.host.transact(async (tx) => {
    const row = await tx.findOne(ContentDocument, { id });
    if (row === null) throw new Error("The document is gone.");
    for (let made = 0; made < count; made++)
      await tx.insert(ContentDocument, { ...row, id: randomUUID() } as never);
  });

test("a page whose rows are too large for one answer is refused with the way out (rules/content 52)", async (t) => {
  const { documents } = await open(t.context);
  await copies(t.context, await documents.make({ title: "long", body: "x".repeat(4_000_000) }), 9);
  const refused = await documents.list();
  t.is(refused.status, 413);
  t.is(refused.body.error.code, "payload_too_large");
  t.regex(refused.body.error.message, /limit/);
  t.is((await documents.list("?limit=2")).body.total, 10);
});

test("what is published counts in the size of a page, also when the draft is small again (rules/content 52)", async (t) => {
  const { documents } = await open(t.context);
  const id = await documents.makePublished({ title: "long", body: "x".repeat(4_000_000) });
  await documents.put(id, { title: "short" });
  await copies(t.context, id, 8);
  const refused = await documents.list();
  t.is(refused.status, 413);
  t.regex(refused.body.error.message, /limit/);
  t.is((await documents.list("?limit=2")).body.documents.length, 2);
});

test.serial(
  "missingLocale finds its documents also where each lacks something else (rules/content 42)",
  async (t) => {
    const { projectId, documents } = await open(t.context, LOCALIZED);
    await threeLocales(t.context, projectId);
    const id = await documents.make({ title: { en: "one" } });
    // SQLite takes 32,766 values in a statement; MariaDB has no such number.
    const isMariadb = process.env.KILN_TEST_DB === "mariadb";
    const count = isMariadb ? 2000 : 33_000;
    // SQLite cannot compute a fingerprint. The value of each row only has to differ from those of all others.
    const columns = { filled: "filled || ';other' || n || ':en'", filledHash: "printf('%064d', n)" };
    if (!isMariadb) await insertCopies(t.context.kiln, { table: "content_documents", id, count, columns });
    else
      await t.context.kiln.host.transact(async (tx) => {
        const row = await tx.findOne(ContentDocument, { id });
        if (row === null) throw new Error("The document is gone.");
        const rows = Array.from({ length: count }, (_, index) => {
          const filled = `${row.filled};other${index}:en`;
          return { ...row, id: randomUUID(), filled, filledHash: fingerprint(filled) };
        });
        for (let at = 0; at < count; at += 500)
          await tx.insert(ContentDocument, rows.slice(at, at + 500) as never);
      });
    const { body } = await documents.list("?type=article&missingLocale=de&limit=1");
    t.is(body.total, count + 1);
    t.is((await documents.list("?type=article&missingLocale=en")).body.total, 0);
  },
);
