import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { TranslationCall } from "../../../entities/translation-call.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { joinProject } from "../../helpers/make-project.js";
import { makeSite } from "../../helpers/make-site.js";
import { setBalance } from "../../helpers/set-balance.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string", localized: true },
  { name: "body", title: "Body", type: "portableText", localized: true },
  { name: "hero", title: "Hero", type: "media", localized: true },
  { name: "rank", title: "Rank", type: "number" },
  {
    name: "seo",
    title: "SEO",
    type: "object",
    fields: [{ name: "description", title: "Description", type: "text", localized: true }],
  },
];

const BODY = [
  {
    _type: "block",
    _key: "k1",
    style: "normal",
    markDefs: [],
    children: [
      { _type: "span", _key: "s1", text: "Hot ", marks: [] },
      { _type: "span", _key: "s2", text: "kiln", marks: ["strong"] },
    ],
  },
];

const test = anyTest as TestFn<{ kiln: Kiln; operator: Person }>;

test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, operator: await signUp(kiln.url) };
});
test.after.always((t) => t.context.kiln.stop());

/** Makes a project in English, German and Portuguese, its owner, and a document in it. */
async function site({ kiln }: { kiln: Kiln }, draft: object = { title: { en: "Kiln" } }) {
  const { ann, projectId, documents } = await makeSite(kiln, FIELDS);
  const { body } = await documents.create(draft);
  const id: string = body.document.id;
  const translate = (request: object = {}, headers: Record<string, string> = {}, by = ann) =>
    by.api.post(`/v1/content/documents/${id}/translate`, request, { headers });
  const spent = async () => 500 - (await ann.api.get("/v1/account")).body.remainingCredits;
  return { ann, projectId, documents, id, translate, spent };
}

test("translates every language but the source, keeps structure and marks, skips media, and charges each language (rules/translation 1, 5 and 6)", async (t) => {
  const { translate, documents, id, ann, projectId } = await site(t.context, {
    title: { en: "Kiln" },
    body: { en: BODY },
    seo: { description: "Bare is English" },
    rank: 7,
  });
  const { status, body } = await translate();
  t.is(status, 200, JSON.stringify(body));
  t.is(body.model, "mock-text");
  t.deepEqual(
    body.locales.map((each: { locale: string }) => each.locale),
    ["de", "pt-BR"],
  );
  for (const each of body.locales) {
    t.deepEqual(each.translated.toSorted(), ["body", "seo.description", "title"]);
    t.deepEqual(each.skipped, [{ path: "hero", reason: "media" }]);
    t.is(each.error, undefined);
  }
  const { draft } = (await documents.get(id)).body.document;
  t.deepEqual(draft.title, { en: "Kiln", de: "[de] Kiln", "pt-BR": "[pt-BR] Kiln" });
  t.is(draft.seo.description.de, "[de] Bare is English");
  t.is(draft.rank, 7);
  const [block] = draft.body.de;
  t.is(block._key, "k1");
  t.deepEqual(
    block.children.map(({ text, marks }: { text: string; marks: string[] }) => [text, marks]),
    [
      ["[de] Hot ", []],
      ["[de] kiln", ["strong"]],
    ],
  );
  t.is(body.creditsSpent, 2);
  const { entries } = (await ann.api.get(`/v1/projects/${projectId}/usage`)).body;
  t.deepEqual(
    entries.map(({ kind, deltaCredits, ref }: { kind: string; deltaCredits: number; ref: string }) => [
      kind,
      deltaCredits,
      ref,
    ]),
    [
      ["generation", -1, id],
      ["generation", -1, id],
    ],
  );
});

test("a second run finds everything up to date and charges nothing (rules/translation 6)", async (t) => {
  const { translate, spent } = await site(t.context);
  await translate();
  const before = await spent();
  const { body } = await translate();
  t.is(body.creditsSpent, 0);
  t.deepEqual(body.locales[0].translated, []);
  t.true(
    body.locales[0].skipped.some(
      ({ path, reason }: { path: string; reason: string }) => path === "title" && reason === "up_to_date",
    ),
  );
  t.is(await spent(), before);
});

test("outdated follows a changed source but never a hand; all takes everything; coverage says so (rules/translation 2 and 4)", async (t) => {
  const { translate, documents, id } = await site(t.context);
  await translate({ locales: ["de"] });
  await documents.put(id, { title: { en: "Oven", de: "[de] Kiln" } });
  const listed = await documents.list();
  t.is(listed.body.documents[0].coverage.de, "outdated");
  const again = await translate({ locales: ["de"] });
  t.deepEqual(again.body.locales[0].translated, ["title"]);
  await documents.put(id, { title: { en: "Furnace", de: "Von Hand" } });
  const hand = await translate({ locales: ["de"] });
  t.deepEqual(hand.body.locales[0].translated, []);
  t.true(hand.body.locales[0].skipped.some(({ reason }: { reason: string }) => reason === "edited_by_hand"));
  const all = await translate({ locales: ["de"], mode: "all" });
  t.deepEqual(all.body.locales[0].translated, ["title"]);
  t.is((await documents.get(id)).body.document.draft.title.de, "[de] Furnace");
  const missing = await translate({ mode: "missing" });
  t.deepEqual(
    missing.body.locales.map((each: { translated: string[] }) => each.translated),
    [[], ["title"]],
  );
});

test("what cannot be asked for is refused with the field's name and the valid values, and changes nothing (rules/translation 10)", async (t) => {
  const { translate, spent } = await site(t.context);
  const refused: [object, RegExp][] = [
    [{ locales: [] }, /locales/],
    [{ locales: [""] }, /locales/],
    [{ locales: ["fr"] }, /locales: fr is unknown.*en, de, pt-BR/],
    [{ locales: ["en"] }, /locales: en is the source/],
    [{ sourceLocale: "fr" }, /sourceLocale/],
    [{ fields: ["rank"] }, /fields: rank is unknown.*title/],
    [{ fields: [] }, /fields/],
    [{ mode: "some" }, /mode/],
    [{ model: "gpt" }, /model.*auto, mock-text/],
  ];
  for (const [request, message] of refused) {
    const { status, body } = await translate(request);
    t.is(status, 400, JSON.stringify(request));
    t.is(body.error.code, "invalid_params");
    t.regex(body.error.message, message);
  }
  t.is(await spent(), 0);
});

test("strangers read 404; the owner pays for a member; a short owner is named (rules/translation 6)", async (t) => {
  const { kiln, operator } = t.context;
  const { ann, projectId, translate } = await site(t.context);
  const stranger = await signUp(kiln.url);
  t.is((await translate({}, {}, stranger)).status, 404);
  const bob = await signUp(kiln.url);
  await joinProject(ann, projectId, bob);
  await setBalance(operator, ann, 0);
  const short = await translate({}, {}, bob);
  t.is(short.status, 402);
  t.is(short.body.error.code, "owner_insufficient_credits");
  t.is((await translate()).body.error.code, "insufficient_credits");
  await setBalance(operator, ann, 100);
  const done = await translate({}, {}, bob);
  t.is(done.status, 200);
  t.is((await ann.api.get("/v1/account")).body.remainingCredits, 100 - done.body.creditsSpent);
  t.is((await bob.api.get("/v1/account")).body.remainingCredits, 500);
});

test("a language that fails is reported beside the others, and is not charged (rules/translation 7)", async (t) => {
  const { translate, spent } = await site(t.context, { title: { en: "Kiln [fail]" } });
  const { status, body } = await translate({ locales: ["de"] });
  t.is(status, 200);
  t.deepEqual(body.locales[0].translated, []);
  t.regex(body.locales[0].error, /told to fail/);
  t.is(body.creditsSpent, 0);
  t.is(await spent(), 0);
});

test("an Idempotency-Key translates once and answers the same twice (rules/edge 30)", async (t) => {
  const { translate, spent } = await site(t.context);
  const headers = { "idempotency-key": "translate-once" };
  const [one, two] = await Promise.all([translate({}, headers), translate({}, headers)]);
  t.is(one.status, 200);
  t.is(two.status, 200);
  t.is(await spent(), one.body.creditsSpent);
  t.is(two.body.creditsSpent, one.body.creditsSpent);
});

test("what somebody writes while the model works stays (rules/content 23)", async (t) => {
  const { translate, documents, id } = await site(t.context, { title: { en: "Kiln [slow=3]" } });
  const running = translate({ locales: ["de"] });
  const { read } = t.context.kiln.host;
  await until(() => read.findOne(TranslationCall, { documentId: id, status: "running" }));
  await documents.put(id, { title: { en: "Kiln [slow=3]", de: "Meins" } });
  const { body } = await running;
  t.deepEqual(body.locales[0].translated, []);
  t.deepEqual(
    body.locales[0].skipped.filter(({ path }: { path: string }) => path === "title"),
    [{ path: "title", reason: "changed_meanwhile" }],
  );
  t.is(body.creditsSpent, 0);
  t.is((await documents.get(id)).body.document.draft.title.de, "Meins");
});

test("a misspelt field of the body is refused: it would spend and overwrite more than was meant (rules/edge 18)", async (t) => {
  const { ann, documents } = await makeSite(t.context.kiln, FIELDS);
  const id = await documents.make({ title: { en: "Kiln", de: "Ofen" } });
  const answer = await ann.api.post(`/v1/content/documents/${id}/translate`, { locale: "de", mode: "all" });
  t.is(answer.status, 400);
  t.is(answer.body.error.message, 'unknown field "locale" (did you mean "locales"?).');
  t.deepEqual((await documents.get(id)).body.document.draft, { title: { en: "Kiln", de: "Ofen" } });
});
