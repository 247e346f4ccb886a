import anyTest, { type TestFn } from "ava";
import { v7 } from "uuid";
import { Hold } from "../../../entities/hold.js";
import { TranslationCall } from "../../../entities/translation-call.js";
import { newJob, queueJob } from "../../../services/translation/start-job.js";
import type { Kiln } from "../../../start.js";
import { beginCall } from "../../helpers/begin-call.js";
import { lendWaitingModel } from "../../helpers/lend-text-model.js";
import { makeSite, TITLE } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { stopBalanced } from "../../helpers/stop-balanced.js";
import { until } from "../../helpers/until.js";

/** A run goes on after a crash: calls that were begun and are not needed any more hold nothing. */
const test = anyTest as TestFn<{ kiln: Kiln }>;

test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => stopBalanced(t, t.context.kiln));

for (const [what, draft] of [
  ["is filled already", { title: { en: "Kiln", de: "Ofen", "pt-BR": "Forno" } }],
  ["has no source any more", {}],
  ["was deleted", null],
] as const)
  test(`a begun call whose document ${what} gives back its hold before the run goes on (rules/billing 8)`, async (t) => {
    const { host } = t.context.kiln;
    const { model, asked, allow } = lendWaitingModel(t.context.kiln);
    const { ann, projectId, documents } = await makeSite(t.context.kiln, TITLE);
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
      budgetId: null,
    });
    const begun = await host.transact(async (tx) => {
      const id = await beginCall(tx, job, first);
      await queueJob(host, tx, job);
      return id;
    });
    if (draft !== null) {
      await asked;
      t.is(await host.read.findOne(Hold, { id: begun }), null);
      t.is(await host.read.count(Hold, { accountId: ann.id }), 1);
    }
    allow();
    await until(async () => (await host.read.count(Hold, { accountId: ann.id })) === 0);
    t.like(await host.read.findOne(TranslationCall, { id: begun }), {
      status: draft === null ? "failed" : "complete",
      errorMessage: draft === null ? "The document was deleted." : null,
      costCredits: 0,
      translated: [],
    });
    t.is((await ann.api.get("/v1/account")).body.remainingCredits, draft === null ? 500 : 499);
  });
