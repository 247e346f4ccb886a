import anyTest, { type ExecutionContext, type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { Hold } from "../../../entities/hold.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import type { TextModel } from "../../../plugins/kit/text-model.js";
import type { Kiln } from "../../../start.js";
import { lendTextModel, marked } from "../../helpers/lend-text-model.js";
import { makeSite } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { stopBalanced } from "../../helpers/stop-balanced.js";

/** The tests are about possible answers of a text model, and their effect on the document, the credits and the hold. */
const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string", localized: true },
  { name: "body", title: "Body", type: "text", localized: true },
];

interface Context {
  kiln: Kiln;
}
const test = anyTest as TestFn<Context>;

test.before(async (t) => {
  t.context = { kiln: await startKiln({ UPSTREAM_TIMEOUT_SECONDS: "1" }) };
});
test.after.always((t) => stopBalanced(t, t.context.kiln));

/** Translates a document into German with a model. Returns the answer, its result for German, and the credits spent. */
async function translateWith(
  { context: { kiln } }: ExecutionContext<Context>,
  translate: TextModel["translate"],
) {
  const { ann, documents } = await makeSite(kiln, FIELDS);
  const model = lendTextModel(kiln, translate);
  const id = await documents.make({ title: { en: "Kiln" }, body: { en: "Hot" } });
  const { status, body } = await ann.api.post(`/v1/content/documents/${id}/translate`, {
    locales: ["de"],
    model: model.id,
  });
  const { remainingCredits } = (await ann.api.get("/v1/account")).body;
  return {
    status,
    body,
    language: body.locales?.[0],
    draft: (await documents.get(id)).body.document.draft,
    spent: 500 - remainingCredits,
    calls: model.requests.length,
    holds: await kiln.host.read.count(Hold, { accountId: ann.id }),
  };
}

const UNTOUCHED = { title: { en: "Kiln" }, body: { en: "Hot" } };

test("fewer segments: what came back is saved and charged, the rest is named (rules/translation 1)", async (t) => {
  const done = await translateWith(t, async (request) =>
    marked(request, (text, at) => (at === 0 ? `T:${text}` : undefined)),
  );
  t.deepEqual(done.language, {
    locale: "de",
    translated: ["title"],
    skipped: [{ path: "body", reason: "not_translated" }],
  });
  t.deepEqual(done.draft, { title: { en: "Kiln", de: "T:Kiln" }, body: { en: "Hot" } });
  t.like(done, { spent: 1, holds: 0 });
});

test("more segments, in another order: each goes where it belongs, what nobody asked for nowhere (rules/translation 1)", async (t) => {
  const done = await translateWith(t, async (request) => {
    const { segments, usage } = marked(request);
    return {
      segments: { x: "y", "7/": "z", ...Object.fromEntries(Object.entries(segments).toReversed()) },
      usage,
    };
  });
  t.deepEqual(done.draft, { title: { en: "Kiln", de: "T:Kiln" }, body: { en: "Hot", de: "T:Hot" } });
  t.like(done, { spent: 1, holds: 0 });
});

test("empty strings and other things than strings are no translations; nothing filled, nothing charged (rules/translation 6)", async (t) => {
  const answers: ((text: string, at: number) => unknown)[] = [
    () => "",
    () => " \n",
    () => 5,
    () => null,
    () => ({ text: "Ofen" }),
  ];
  for (const answer of answers) {
    const done = await translateWith(t, async (request) => marked(request, answer as never));
    t.deepEqual(
      done.language.skipped,
      ["title", "body"].map((path) => ({ path, reason: "not_translated" })),
    );
    t.deepEqual(done.draft, UNTOUCHED);
    t.like(done, { status: 200, spent: 0, holds: 0 });
  }
});

test("an answer that cannot be read or priced fails the language, charges nothing and holds nothing (rules/translation 6)", async (t) => {
  const good = { inputTokens: 1, outputTokens: 1 };
  const answers: unknown[] = [
    undefined,
    null,
    "Ofen",
    { usage: good },
    { segments: ["Ofen", "Heiß"], usage: good },
    { segments: { "0/": "Ofen" } },
    { segments: { "0/": "Ofen" }, usage: { inputTokens: Number.NaN, outputTokens: 1 } },
    { segments: { "0/": "Ofen" }, usage: { inputTokens: -5, outputTokens: 1 } },
    { segments: { "0/": "Ofen" }, usage: { inputTokens: 1, outputTokens: Infinity } },
  ];
  for (const answer of answers) {
    const done = await translateWith(t, async () => answer as never);
    t.is(
      done.language.error,
      "The text model gave an answer that cannot be read. What is not translated was not charged.",
      JSON.stringify(answer),
    );
    t.deepEqual(done.draft, UNTOUCHED);
    t.like(done, { status: 200, spent: 0, holds: 0, calls: 1 });
  }
});

test("a usage above what was held is charged at what was held (rules/billing 9)", async (t) => {
  const done = await translateWith(t, async (request) => ({
    ...marked(request),
    usage: { inputTokens: 1_000_000, outputTokens: 1_000_000 },
  }));
  t.true(done.spent > 0 && done.spent <= 3, `${done.spent}`);
  t.is(done.holds, 0);
});

test("a translation that makes the draft too large fails the language with the reason, after one call (rules/translation 7)", async (t) => {
  const huge = "x".repeat(20 * 1024 * 1024);
  const done = await translateWith(t, async (request) => marked(request, () => huge));
  t.is(done.status, 200);
  t.regex(done.language.error, /draft has \d+ bytes/);
  t.deepEqual(done.language.translated, []);
  t.deepEqual(done.draft, UNTOUCHED);
  t.like(done, { spent: 0, holds: 0, calls: 1 });
});

test("what is no Unicode text comes out well-formed", async (t) => {
  const done = await translateWith(t, async (request) => marked(request, () => "Ofen \ud800"));
  t.is(done.draft.title.de, "Ofen \ufffd");
});

test("a permanent failure is not tried again; a retryable one three times, then it is the answer (rules/models 28)", async (t) => {
  const permanent = await translateWith(t, async () => {
    throw new ProviderError("content_policy", "Not with me.");
  });
  t.is(permanent.language.error, "Not with me.");
  t.like(permanent, { status: 200, calls: 1, spent: 0, holds: 0 });
  const retryable = await translateWith(t, async () => {
    throw new ProviderError("provider_unavailable", "Come back later.", { retryAfterMs: 10 });
  });
  t.is(retryable.language.error, "Come back later.");
  t.like(retryable, { status: 200, calls: 3, spent: 0, holds: 0 });
  const foreign = await translateWith(t, async () => {
    throw new TypeError("secret inside");
  });
  t.is(foreign.language.error, "The text model failed unexpectedly. What is not translated was not charged.");
  t.like(foreign, { status: 200, calls: 1, spent: 0, holds: 0 });
});

test("a failure that passes is not the caller's: the second attempt is charged once", async (t) => {
  let attempt = 0;
  const done = await translateWith(t, async (request) => {
    if (++attempt === 1) throw new ProviderError("rate_limited", "Slow down.", { retryAfterMs: 10 });
    return marked(request);
  });
  t.deepEqual(done.language.translated, ["title", "body"]);
  t.like(done, { calls: 2, spent: 1, holds: 0 });
});

test("a model that hangs and does not listen to its signal ends with the time that it has", async (t) => {
  const done = await translateWith(t, () => new Promise(() => {}));
  t.is(
    done.language.error,
    "The text model did not answer within 1 seconds. What is not translated was not charged.",
  );
  t.deepEqual(done.draft, UNTOUCHED);
  t.like(done, { status: 200, calls: 1, spent: 0, holds: 0 });
});

test("a text over its field's maxLength fails its language by name, changes nothing of it and costs nothing (rules/translation 8)", async (t) => {
  const { kiln } = t.context;
  const fields: FieldDefinition[] = [
    { name: "title", title: "Title", type: "string", localized: true, maxLength: 8 },
    { name: "body", title: "Body", type: "text", localized: true },
  ];
  const { ann, documents, projectId } = await makeSite(kiln, fields);
  const settings = `/v1/projects/${projectId}/content/settings`;
  t.is((await ann.api.put(settings, { locales: ["en", "de", "fr"].map((code) => ({ code })) })).status, 200);
  // Eight characters of two units each fit, and a ninth does not.
  const model = lendTextModel(kiln, async (request) =>
    marked(request, (text) =>
      text === "Hot" ? "T:Hot" : "🦊".repeat(request.targetLocale === "de" ? 9 : 8),
    ),
  );
  const id = await documents.make({ title: { en: "Kiln" }, body: { en: "Hot" } });
  const { status, body } = await ann.api.post(`/v1/content/documents/${id}/translate`, { model: model.id });
  t.is(status, 200);
  const [de, fr] = ["de", "fr"].map((code) =>
    body.locales.find(({ locale }: { locale: string }) => locale === code),
  );
  t.deepEqual(de.translated, []);
  t.regex(de.error, /title \(de\) has 9 characters; the field takes 8/);
  t.deepEqual(fr.translated, ["title", "body"]);
  t.is(body.creditsSpent, 1);
  t.is((await ann.api.get("/v1/account")).body.remainingCredits, 499);
  t.deepEqual((await documents.get(id)).body.document.draft, {
    title: { en: "Kiln", fr: "🦊".repeat(8) },
    body: { en: "Hot", fr: "T:Hot" },
  });
  t.is(await kiln.host.read.count(Hold, { accountId: ann.id }), 0);
});
