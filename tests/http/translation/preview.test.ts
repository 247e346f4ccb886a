import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { mockTextModel } from "../../../plugins/providers/mock/mock-text-model.js";
import { nextTranslatable } from "../../../services/content/index.js";
import { previewJob } from "../../../services/translation/preview-job.js";
import type { Kiln } from "../../../start.js";
import { makeType } from "../../helpers/content.js";
import { makeSite } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

/** The tests are about the counts of a preview, also when there is no time to read the drafts of a large project. */
const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string", localized: true },
  { name: "body", title: "Body", type: "text", localized: true },
  { name: "mood", title: "Mood", type: "string", enum: ["calm", "hot"], localized: true },
  { name: "hero", title: "Hero", type: "media", localized: true },
];

const test = anyTest as TestFn<{ kiln: Kiln }>;

test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln.stop());

async function site({ kiln }: { kiln: Kiln }) {
  const made = await makeSite(kiln, FIELDS);
  await makeType(kiln, made.projectId, FIELDS, "page");
  const title = (text: string) => ({ en: text, de: text });
  const drafts = [
    { title: { en: "Both" }, body: { en: "Languages" } },
    { title: { en: "Twice" }, body: { en: "The same" } },
    { title: title("Body only"), body: { en: "Text" } },
    { title: { ...title("All"), "pt-BR": "All" }, mood: { en: "calm" } },
    { title: { de: "No source" } },
    {},
  ];
  const ids: string[] = [];
  for (const draft of drafts)
    for (const type of ["article", "page"]) ids.push(await made.documents.make(draft, { type }));
  return { ...made, ids };
}

/** Three of the six drafts lack something, in two types: 4, 4 and 3 values. */
const EXPECTED = { documents: 6, values: 22, languages: 2 };

test("a preview counts what a run would do; enums and media are not translated (rules/translation 5)", async (t) => {
  const { ann, projectId } = await site(t.context);
  const path = `/v1/projects/${projectId}/content/translation-jobs/preview`;
  const { status, body } = await ann.api.post(path);
  t.is(status, 200);
  t.like(body, { ...EXPECTED, exact: true });
  t.true(body.credits >= 12);
});

test("without the time to read the drafts the counts are the same, and the credits those of what was read", async (t) => {
  const { ann, projectId } = await site(t.context);
  const { host } = t.context.kiln;
  const of = { accountId: ann.id, projectId };
  const whole = await previewJob(host, of, mockTextModel);
  const hasty = await previewJob(host, of, mockTextModel, -1);
  t.like(hasty, { ...EXPECTED, exact: false });
  // No draft was read, so the estimate is at least a credit for each language of a document.
  t.is(hasty.credits, 12);
  t.true(whole.credits >= hasty.credits);
});

test("what has no text to translate is counted where the drafts are read", async (t) => {
  const { ann, projectId, documents } = await makeSite(t.context.kiln, FIELDS);
  await documents.make({ title: { en: " " } });
  const { body } = await ann.api.post(`/v1/projects/${projectId}/content/translation-jobs/preview`);
  t.deepEqual(body, { documents: 0, values: 0, languages: 0, credits: 0, exact: true });
});

test("a run walks the documents of all types in the order of ids, page by page, each once", async (t) => {
  const { projectId, ids } = await site(t.context);
  const { read } = t.context.kiln.host;
  const walked: string[] = [];
  for (let page = await nextTranslatable(read, projectId, null, 5); page.length > 0;) {
    walked.push(...page);
    page = await nextTranslatable(read, projectId, page.at(-1) ?? null, 5);
  }
  t.deepEqual(walked, ids.toSorted());
});
