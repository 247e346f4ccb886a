import anyTest, { type TestFn } from "ava";
import { v7 } from "uuid";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { Hold } from "../../../entities/hold.js";
import { TranslationCall } from "../../../entities/translation-call.js";
import { hold } from "../../../services/billing/index.js";
import { verifyLedger } from "../../../services/billing/verify-ledger.js";
import { insertJob, newJob } from "../../../services/translation/start-job.js";
import type { Kiln } from "../../../start.js";
import { lendTextModel, marked } from "../../helpers/lend-text-model.js";
import { makeSite } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

/** A run that goes on after a crash: calls that were begun and are not needed any more hold nothing. */
const FIELDS: FieldDefinition[] = [{ name: "title", title: "Title", type: "string", localized: true }];

const test = anyTest as TestFn<{ kiln: Kiln }>;

test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always(async (t) => {
  const { kiln } = t.context;
  t.deepEqual((await verifyLedger(kiln.host.read)).mismatches, []);
  await kiln.stop();
});

for (const [what, draft] of [
  ["is filled already", { title: { en: "Kiln", de: "Ofen", "pt-BR": "Forno" } }],
  ["has no source any more", {}],
  ["was deleted", null],
] as const)
  test(`a begun call whose document ${what} gives back its hold before the run goes on (decisions 4)`, async (t) => {
    const { host } = t.context.kiln;
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    const model = lendTextModel(t.context.kiln, async (request) => {
      ask();
      await allowed;
      return marked(request);
    });
    const { ann, projectId, documents } = await makeSite(t.context.kiln, FIELDS);
    const first = await documents.make(draft ?? {}, { id: `00000000${v7().slice(8)}` });
    await documents.make({ title: { en: "Next", de: "Nächster" } }, { id: `ffffffff${v7().slice(8)}` });
    if (draft === null) await documents.delete(first);
    const job = newJob({
      kind: draft === null ? "document" : "project",
      projectId,
      documentId: draft === null ? first : null,
      options: { locales: null, fields: null, sourceLocale: "en", mode: "missing" },
      model: model.id,
      documentsTotal: 2,
      payerId: ann.id,
      startedBy: { id: ann.id, email: ann.email },
    });
    const begun = { ...callOf(job, first), id: v7() };
    await host.transact(async (tx) => {
      await hold(tx, { workId: begun.id, payerId: ann.id, actorId: ann.id, credits: 9, paidOnly: false });
      await tx.insert(TranslationCall, begun);
      await insertJob(host, tx, job);
    });
    if (draft !== null) {
      await asked;
      t.is(await host.read.findOne(Hold, { id: begun.id }), null);
      t.is(await host.read.count(Hold, { accountId: ann.id }), 1);
    }
    allow();
    await until(async () => (await host.read.count(Hold, { accountId: ann.id })) === 0);
    t.like(await host.read.findOne(TranslationCall, { id: begun.id }), {
      status: draft === null ? "failed" : "complete",
      errorMessage: draft === null ? "The document was deleted." : null,
      costCredits: 0,
      translated: [],
    });
    t.is((await ann.api.get("/v1/account")).body.remainingCredits, draft === null ? 500 : 499);
  });

/** A call into German that holds 9 credits. */
const callOf = (
  { id: jobId, projectId, payerId, model }: ReturnType<typeof newJob>,
  documentId: string,
): Omit<TranslationCall, "id"> => ({
  jobId,
  projectId,
  documentId,
  payerId,
  model,
  locale: "de",
  status: "running",
  estimatedCredits: 9,
  costCredits: null,
  translated: [],
  skipped: [],
  errorCode: null,
  errorMessage: null,
  createdAt: Date.now(),
});
