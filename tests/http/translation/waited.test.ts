import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { mockTextModel } from "../../../plugins/providers/mock/mock-text-model.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { requireTranslatable } from "../../../services/content/index.js";
import { previewJob } from "../../../services/translation/preview-job.js";
import { MAX_WAITED } from "../../../services/translation/waited-translations.js";
import type { Kiln } from "../../../start.js";
import { lendWaitingModel } from "../../helpers/lend-text-model.js";
import { makeSite, TITLE } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

/** The tests are about what requests for translations of large documents may read and keep at once. */
const FIELDS: FieldDefinition[] = [...TITLE, { name: "body", title: "Body", type: "text", localized: true }];

const test = anyTest as TestFn<{ kiln: Kiln }>;

test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln.stop());

test("an account waits for 16 translations at once, others are not refused, and a further request may be made when they are done (rules/translation 16)", async (t) => {
  const { model, asked, allow } = lendWaitingModel(t.context.kiln);
  const site = await makeSite(t.context.kiln, TITLE);
  const other = await makeSite(t.context.kiln, TITLE);
  const ask = async ({ ann, documents }: typeof site) => {
    const id = await documents.make({ title: { en: "Kiln" } });
    return () => ann.api.post(`/v1/content/documents/${id}/translate`, { locales: ["de"], model: model.id });
  };
  const translate = await ask(site);
  const answers = Array.from({ length: MAX_WAITED + 1 }, translate);
  const refused = await Promise.race(answers);
  t.is(refused.status, 429);
  t.is(refused.body.error.code, "rate_limited");
  t.is(refused.headers.get("retry-after"), "10");
  await asked;
  const others = (await ask(other))();
  allow();
  t.is((await others).status, 200);
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  t.is(statuses.filter((status) => status === 200).length, MAX_WAITED);
  t.is((await translate()).status, 200);
});

/** Returns a reader that records the statements that read drafts, and how many of them ran at once. */
function watched(read: Reader) {
  const seen: string[] = [];
  let [running, most] = [0, 0];
  const query: Reader["query"] = async (sql, parameters) => {
    if (!/content_documents/.test(sql) || !/\bdraft\b|\*/.test(sql)) return read.query(sql, parameters);
    seen.push(sql);
    most = Math.max(most, (running += 1));
    try {
      return await read.query(sql, parameters);
    } finally {
      running -= 1;
    }
  };
  const reader = new Proxy(read, {
    get(target, name) {
      if (name === "query" || name === "prepared") return query;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return { reader, seen, most: () => most };
}

test("a translation reads its document's draft once, without what is published (rules/translation 16)", async (t) => {
  const { ann, documents } = await makeSite(t.context.kiln, TITLE);
  const id = await documents.make({ title: { en: "Kiln" } });
  const { reader, seen } = watched(t.context.kiln.host.read);
  const found = await requireTranslatable(reader, ann.id, id);
  t.deepEqual(found.document.draft, { title: { en: "Kiln" } });
  t.is(seen.length, 1);
  t.notRegex(seen.join(), /published|\*/);
});

test("previews that an account asks for at once read drafts one after another (rules/translation 16)", async (t) => {
  const { ann, projectId, documents } = await makeSite(t.context.kiln, FIELDS);
  const long = "word ".repeat(150_000);
  for (let count = 0; count < 2; count += 1) await documents.make({ title: { en: "T" }, body: { en: long } });
  const { host } = t.context.kiln;
  const { reader, seen, most } = watched(host.read);
  const previews = await Promise.all(
    Array.from({ length: 4 }, () =>
      previewJob({ read: reader, longRead: host.longRead }, { accountId: ann.id, projectId }, mockTextModel),
    ),
  );
  for (const { documents: count, exact } of previews)
    t.deepEqual({ count, exact }, { count: 2, exact: true });
  t.true(seen.length >= 4);
  t.is(most(), 1);
});
