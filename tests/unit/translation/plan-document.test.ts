import test from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { type Memory, memoryKey } from "../../../services/content/index.js";
import { DocumentPlan, type Plannable } from "../../../services/translation/plan-document.js";
import type { LanguagePlan } from "../../../services/translation/plan-language.js";

/** The tests are about what the plan of a document reads and keeps, with as many languages as a project may have. */
const codes = Array.from(
  { length: 200 },
  (_, at) => `a${String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))}`,
);
const [source = "", first = ""] = codes;
const SPANS = 10;
const FIELDS: FieldDefinition[] = [
  { name: "body", title: "Body", type: "portableText", localized: true },
  { name: "notes", title: "Notes", type: "portableText", localized: true },
];

/** Makes a document with two texts in the source locale that counts how often its spans are read. */
function makeDocument() {
  let reads = 0;
  const text = () => {
    const span = (at: number) => ({
      _type: "span",
      get text() {
        reads += 1;
        return `word ${at}`;
      },
    });
    const children = Array.from({ length: SPANS }, (_, at) => span(at));
    return [{ _type: "block", children }];
  };
  const found: Plannable = {
    schema: { name: "article", title: "Article", fields: FIELDS },
    settings: { defaultLocale: source, locales: codes.map((code) => ({ code })) },
    document: { draft: { body: { [source]: text() }, notes: { [source]: text() } } },
    memories: new Map(),
  };
  return { found, readsOf: () => reads };
}

const planOf = (found: Plannable) =>
  new DocumentPlan(found, { locales: null, fields: null, sourceLocale: source, mode: "outdated" });

async function languagesOf(plan: DocumentPlan): Promise<LanguagePlan[]> {
  const plans: LanguagePlan[] = [];
  for await (const language of plan.languages()) plans.push(language);
  return plans;
}

test("a source is read once, however many languages need it", async (t) => {
  const { found, readsOf } = makeDocument();
  const plans = await languagesOf(planOf(found));
  for (const { wanted } of plans)
    for (const { source: shared } of wanted) {
      t.is(Object.keys(shared.segments).length, SPANS);
      t.is(shared.texts.count, SPANS);
      t.is(shared.hash.length, 64);
    }
  t.is(plans.filter(({ wanted }) => wanted.length === FIELDS.length).length, 199);
  // Each span is looked at a few times: is it empty, has it a text, its text and its fingerprint.
  t.true(readsOf() <= 6 * FIELDS.length * SPANS, `${readsOf()} reads for 199 languages`);
});

test("the plans of all languages hold the texts once", async (t) => {
  const plans = await languagesOf(planOf(makeDocument().found));
  const wanted = plans.flatMap((plan) => plan.wanted);
  t.is(wanted.length, 398);
  t.is(new Set(wanted.map((each) => each.source.segments)).size, FIELDS.length);
  for (const each of wanted) t.deepEqual(Object.keys(each), ["path", "source", "target"]);
});

/** Memories of which a test sees what was asked. */
class Asked extends Map<string, Memory> {
  readonly keysAsked: string[] = [];
  override get(key: string): Memory | undefined {
    this.keysAsked.push(key);
    return super.get(key);
  }
}

test("languages are planned one by one, and no further than the first that needs something", async (t) => {
  const filled = Object.fromEntries(
    codes.map((code) => [code, [{ _type: "block", children: [{ text: code }] }]]),
  );
  const withBody = (body: Record<string, unknown>) => {
    const memories = new Asked();
    const plan = planOf({ ...makeDocument().found, memories, document: { draft: { body } } });
    return { plan, asked: memories.keysAsked };
  };
  const { plan, asked } = withBody(filled);
  const languages = plan.languages();
  await languages.next();
  t.deepEqual(asked, [memoryKey("body", first)]);
  await languages.next();
  t.is(asked.length, 2);
  const whole = withBody(filled);
  t.false(await whole.plan.isNeeded());
  t.is(whole.asked.length, 199);
  const lacking = withBody({ ...filled, [first]: null });
  t.true(await lacking.plan.isNeeded());
  t.deepEqual(lacking.asked, []);
});
