import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { field, postType } from "../../helpers/post-type.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const settingsOf = (projectId: string) => `/v1/projects/${projectId}/content/settings`;
const locale = (code: string, fallback: string | null = null, required = false) => ({
  code,
  title: code.toUpperCase(),
  fallback,
  required,
});
const FIRST = {
  defaultLocale: "en",
  locales: [{ code: "en", title: "English", fallback: null, required: false }],
  translation: { brief: "", autoTranslateOnPublish: false, model: "auto" },
};

test("a project starts with one locale, en (rules/content 43)", async (t) => {
  const path = settingsOf(await makeProject(ann));
  t.deepEqual((await ann.api.get(path)).body, { settings: FIRST });
});

test("settings are kept as given; locales are replaced as a whole (rules/content 43)", async (t) => {
  const path = settingsOf(await makeProject(ann));
  const sent = {
    defaultLocale: "de",
    locales: [
      locale("de", null, true),
      locale("de-AT", "de"),
      locale("pt-BR"),
      locale("zh-Hant-TW", "pt-BR"),
    ],
    translation: { brief: "Friendly, short.", autoTranslateOnPublish: true, model: "auto" },
  };
  t.deepEqual((await ann.api.put(path, sent)).body, { settings: sent });
  t.deepEqual((await ann.api.get(path)).body, { settings: sent });
  const fewer = await ann.api.put(path, { locales: [locale("de")] });
  t.deepEqual(fewer.body.settings, { ...sent, locales: [locale("de")] }, "what is not given stays");
});

test("keys of translation that are left out keep their value (rules/content 53)", async (t) => {
  const path = settingsOf(await makeProject(ann));
  await ann.api.put(path, { translation: { brief: "Formal." } });
  const { body } = await ann.api.put(path, { translation: { autoTranslateOnPublish: true } });
  t.deepEqual(body.settings, {
    ...FIRST,
    translation: { brief: "Formal.", autoTranslateOnPublish: true, model: "auto" },
  });
  t.is((await ann.api.put(path, { translation: { brief: "" } })).body.settings.translation.brief, "");
  t.is((await ann.api.put(path, {})).status, 200);
});

test("title, fallback and required of a locale may be left out", async (t) => {
  const path = settingsOf(await makeProject(ann));
  const { body } = await ann.api.put(path, {
    defaultLocale: "fr",
    locales: [{ code: "fr" }, { code: "en", fallback: null }],
  });
  t.deepEqual(body.settings.locales, [
    { code: "fr", title: "fr", fallback: null, required: false },
    { code: "en", title: "en", fallback: null, required: false },
  ]);
});

test("what was read may be sent back (rules/content 53)", async (t) => {
  const path = settingsOf(await makeProject(ann));
  const { settings } = (await ann.api.get(path)).body;
  t.deepEqual((await ann.api.put(path, settings)).body, { settings });
});

const REFUSED: [what: string, body: object, pattern: RegExp][] = [
  ["a code twice", { locales: [locale("en"), locale("de"), locale("de")] }, /^locales\[2\]\.code repeats de/],
  ["codes that are one in GraphQL", { locales: [locale("en"), locale("pt-BR"), locale("pt-br")] }, /PT_BR/],
  [
    "an underscore in a code",
    { locales: [locale("en"), locale("pt_BR")] },
    /^locales\[1\]\.code must be a locale code/,
  ],
  ["no code", { locales: [locale("en"), { title: "x" }] }, /^locales\[1\]\.code/],
  ["an empty code", { locales: [locale("en"), locale("")] }, /^locales\[1\]\.code/],
  [
    "a default that is not in the list",
    { defaultLocale: "de", locales: [locale("en")] },
    /^defaultLocale must be one of locales: en/,
  ],
  ["a default without a list that has it", { defaultLocale: "de" }, /^defaultLocale/],
  [
    "a list without the default",
    { locales: [locale("de")] },
    /^defaultLocale must be one of locales: de; en is not/,
  ],
  ["no locale", { locales: [] }, /^locales must have at least one/],
  ["locales that are no list", { locales: { en: {} } }, /^locales must be a list/],
  [
    "a fallback to itself",
    { locales: [locale("en"), locale("de", "de")] },
    /^locales\[1\]\.fallback of de points to itself/,
  ],
  ["a fallback of the default to itself", { locales: [locale("en", "en")] }, /itself/],
  [
    "an unknown fallback",
    { locales: [locale("en"), locale("de", "fr")] },
    /^locales\[1\]\.fallback of de must be one of locales/,
  ],
  [
    "a loop of two",
    { locales: [locale("en"), locale("de", "fr"), locale("fr", "de")] },
    /cycle: de to fr to de/,
  ],
  [
    "a loop of three with the default",
    { locales: [locale("en", "de"), locale("de", "fr"), locale("fr", "en")] },
    /cycle: en to de to fr to en/,
  ],
  [
    "a way into a loop",
    { locales: [locale("en"), locale("it", "de"), locale("de", "fr"), locale("fr", "de")] },
    /cycle/,
  ],
  ["required that is a text", { locales: [{ ...locale("en"), required: "yes" }] }, /^locales\[0\]\.required/],
  ["an empty title", { locales: [{ ...locale("en"), title: "" }] }, /^locales\[0\]\.title/],
  ["an unknown key of a locale", { locales: [{ ...locale("en"), isDefault: true }] }, /isDefault/],
  ["an unknown key", { defaultLocal: "en" }, /defaultLocal/],
  ["an unknown key of translation", { translation: { tone: "x" } }, /tone/],
  [
    "a brief of 4,001 characters",
    { translation: { brief: "x".repeat(4001) } },
    /^translation\.brief must have at most 4,000/,
  ],
  ["a brief that is a number", { translation: { brief: 5 } }, /^translation\.brief must be a text/],
  [
    "autoTranslateOnPublish that is a text",
    { translation: { autoTranslateOnPublish: "true" } },
    /^translation\.autoTranslateOnPublish/,
  ],
  ["an empty model", { translation: { model: "" } }, /^translation\.model/],
  ["translation that is null", { translation: null }, /^translation/],
];

test("bad settings are 400, name the place, and change nothing (rules/content 44)", async (t) => {
  const path = settingsOf(await makeProject(ann));
  for (const [what, body, pattern] of REFUSED) {
    const answer = await ann.api.put(path, body);
    t.is(answer.status, 400, what);
    t.is(answer.body.error.code, "invalid_params", what);
    t.regex(answer.body.error.message, pattern, what);
  }
  t.deepEqual((await ann.api.get(path)).body, { settings: FIRST });
});

test("a brief has 4,000 characters, however many bytes they take (rules/translation 14)", async (t) => {
  const path = settingsOf(await makeProject(ann));
  const brief = "😀".repeat(4000);
  t.is((await ann.api.put(path, { translation: { brief } })).body.settings.translation.brief, brief);
});

test("the default locale may have a fallback, and chains may be long (rules/content 44)", async (t) => {
  const path = settingsOf(await makeProject(ann));
  const locales = [
    locale("en", "de"),
    locale("de"),
    locale("fr", "de"),
    locale("it", "fr"),
    locale("es", "it"),
  ];
  t.is((await ann.api.put(path, { locales })).status, 200);
});

test("changes at once both count", async (t) => {
  const path = settingsOf(await makeProject(ann));
  const answers = await Promise.all([
    ann.api.put(path, { locales: [locale("en"), locale("de")] }),
    ann.api.put(path, { translation: { brief: "Formal." } }),
    ann.api.put(path, { translation: { autoTranslateOnPublish: true } }),
  ]);
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  const { settings } = (await ann.api.get(path)).body;
  t.is(settings.locales.length, 2);
  t.like(settings.translation, { brief: "Formal.", autoTranslateOnPublish: true });
});

test("values in locales that go or change their name stay stored and are named, and the draft is valid (rules/content 21)", async (t) => {
  const projectId = await makeProject(ann);
  const path = settingsOf(projectId);
  await postType(ann.api, projectId, "article", [field("title", { localized: true })], {
    titleField: "title",
  });
  await ann.api.put(path, { locales: [{ code: "en" }, { code: "de" }, { code: "fr" }] });
  const documents = new Documents(ann, projectId);
  const title = { en: "Kiln", de: "Ofen", fr: "Four" };
  const id = await documents.makePublished({ title });
  await ann.api.put(path, { locales: [{ code: "en" }, { code: "de-AT" }] });
  const { document, issues, valid } = (await documents.get(id)).body;
  t.true(valid);
  t.deepEqual(document.draft, { title });
  t.deepEqual(document.published, { title });
  t.deepEqual(
    issues.map(({ path: at, code, locale: of }: Record<string, string>) => `${at}@${of} ${code}`),
    ["title@de orphaned_value", "title@fr orphaned_value"],
  );
  await ann.api.put(path, { locales: [{ code: "en" }, { code: "fr" }, { code: "de" }] });
  t.deepEqual((await documents.get(id)).body.issues, []);
});

test("a text model is set by its id; an unknown one is 400 and names those there are (rules/content 53; rules/translation 10)", async (t) => {
  const path = settingsOf(await makeProject(ann));
  const set = (model: string) => ann.api.put(path, { translation: { model } });
  t.is((await set("mock-text")).body.settings.translation.model, "mock-text");
  const refused = await set("nobody");
  t.is(refused.status, 400);
  t.regex(refused.body.error.message, /^translation\.model.*auto, mock-text/);
  t.is((await ann.api.get(path)).body.settings.translation.model, "mock-text");
  t.is((await set("auto")).body.settings.translation.model, "auto");
});

test("without a provider that translates only auto can be set", async (t) => {
  const bare = await startKiln({ MOCK_PROVIDER: "0" });
  t.teardown(() => bare.stop());
  const bob = await signUp(bare.url);
  const path = settingsOf(await makeProject(bob));
  t.is((await bob.api.put(path, { translation: { model: "auto" } })).status, 200);
  const refused = await bob.api.put(path, { translation: { model: "mock-text" } });
  t.is(refused.status, 400);
  t.regex(refused.body.error.message, /^translation\.model must be auto/);
});

test("an unknown project has no settings", async (t) => {
  const path = settingsOf("11111111-1111-4111-8111-111111111111");
  t.is((await ann.api.get(path)).status, 404);
  t.is((await ann.api.put(path, {})).status, 404);
});
