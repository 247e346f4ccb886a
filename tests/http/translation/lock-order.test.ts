import anyTest, { type TestFn } from "ava";
import { Hold } from "../../../entities/hold.js";
import { Task } from "../../../entities/task.js";
import { TranslationCall } from "../../../entities/translation-call.js";
import { TranslationJob } from "../../../entities/translation-job.js";
import type { Kiln } from "../../../start.js";
import { lendTextModel, lendWaitingModel, marked } from "../../helpers/lend-text-model.js";
import { makeSite, TITLE } from "../../helpers/make-site.js";
import { isInRings } from "../../helpers/of-rings.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { stopBalanced } from "../../helpers/stop-balanced.js";
import { until } from "../../helpers/until.js";

/**
 * Number of documents on which runs, cancellations, single translations, saves and publishes meet. They lock in one order
 * (ADR-0004), so that none is rolled back as a deadlock, and each language is charged once.
 */
const DOCUMENTS = 4;
const ROUNDS = isInRings() ? 8 : 15;

const test = anyTest as TestFn<{ kiln: Kiln }>;

test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => stopBalanced(t, t.context.kiln));

/** Returns the statements that the database rolled back because of others. */
function watchLocks({ host }: Kiln): () => string[] {
  const { logger } = host.database.dataSource;
  const seen: string[] = [];
  const report = logger.logQueryError.bind(logger);
  logger.logQueryError = (error, query, ...rest) => {
    const { code } = error as { code?: string };
    const isRolledBack = code === "ER_LOCK_DEADLOCK" || code === "ER_LOCK_WAIT_TIMEOUT";
    if (isRolledBack && !query.endsWith("NOWAIT")) seen.push(`${code}: ${query}`);
    report(error, query, ...rest);
  };
  return () => seen;
}

test.serial(
  "cancel, settle, save and publish on the same documents: no deadlock, nothing is charged twice (rules/billing 8)",
  async (t) => {
    const { kiln } = t.context;
    const { read } = kiln.host;
    const rolledBack = watchLocks(kiln);
    const model = lendTextModel(kiln, async (request) => marked(request));
    const settings = { translationModel: model.id, autoTranslateOnPublish: true };
    const { ann, projectId, documents } = await makeSite(kiln, TITLE, settings);
    const ids: string[] = [];
    for (let n = 0; n < DOCUMENTS; n++) ids.push(await documents.make({ title: { en: `Text ${n}` } }));
    const jobs = `/v1/projects/${projectId}/content/translation-jobs`;
    const run = async () => {
      const { body } = await ann.api.post(jobs);
      if (body.job !== undefined) await ann.api.post(`/v1/content/translation-jobs/${body.job.id}/cancel`);
    };
    const touch = async (id: string, round: number) => {
      await Promise.all([
        documents.put(id, { title: { en: `Text ${round}` } }),
        ann.api.post(`/v1/content/documents/${id}/translate`, { mode: "all" }),
      ]);
      const { document } = (await documents.get(id)).body;
      await documents.publish(id, document.draftVersion);
    };
    for (let round = 0; round < ROUNDS; round++)
      await Promise.all([run(), run(), ...ids.map((id) => touch(id, round))]);
    await until(
      async () =>
        (await read.count(Task, [{ queue: "translation.job" }, { queue: "translation.publish" }])) === 0,
    );

    // On a busy machine a lock may take longer than a wait lasts, which is no deadlock.
    t.deepEqual(
      rolledBack().filter((each) => each.startsWith("ER_LOCK_DEADLOCK")),
      [],
    );
    t.is(await read.count(Hold, { accountId: ann.id }), 0);
    const calls = await read.find(TranslationCall, { projectId });
    t.true(calls.length > ROUNDS * DOCUMENTS);
    t.deepEqual(new Set(calls.map(({ status }) => status)), new Set(["complete"]));
    const charged = calls.filter(({ costCredits }) => costCredits !== 0);
    const entries = await read.query<{ total: number; entries: number }>(
      "SELECT SUM(deltaCredits) AS total, COUNT(*) AS entries FROM ledger_entries WHERE projectId = ?",
      [projectId],
    );
    t.is(Number(entries[0]?.entries), charged.length);
    const sum = charged.reduce((total, { costCredits }) => total + Number(costCredits), 0);
    t.is(-Number(entries[0]?.total), sum);
    t.is((await ann.api.get("/v1/account")).body.remainingCredits, 500 - sum);
    for (const { id, creditsSpent } of await read.find(TranslationJob, { projectId })) {
      const own = charged.filter(({ jobId }) => jobId === id);
      t.is(
        creditsSpent,
        own.reduce((total, { costCredits }) => total + Number(costCredits), 0),
      );
    }
  },
);

/** Returns whether a transaction has changed the row of a call and not ended yet. */
const isLocked = ({ host }: Kiln, id: string): Promise<boolean> =>
  host.read.query("SELECT id FROM translation_calls WHERE id = ? FOR UPDATE NOWAIT", [id]).then(
    () => false,
    () => true,
  );

test.serial(
  "a settlement that waits for its job holds up nobody else in the project: the head is locked last (rules/billing 8)",
  async (t) => {
    const { kiln } = t.context;
    const { host } = kiln;
    if (host.database.dialect === "sqlite") return t.pass("one transaction at a time");
    const rolledBack = watchLocks(kiln);
    const { model, asked, allow } = lendWaitingModel(kiln);
    const { ann, projectId, documents } = await makeSite(kiln, TITLE, { translationModel: model.id });
    const id = await documents.make({ title: { en: "Kiln" } });
    const other = await documents.make({ title: { en: "Other" } });
    const running = ann.api.post(`/v1/content/documents/${id}/translate`, { locales: ["de"] });
    await asked;
    const call = await host.read.findOne(TranslationCall, { projectId });
    await host.transact(async (tx) => {
      await tx.findOneForUpdate(TranslationJob, { projectId });
      allow();
      await until(() => isLocked(kiln, call?.id ?? ""));
      t.is((await documents.put(other, { title: { en: "Saved" } })).status, 200);
      // The save did not have to wait until the settlement gave up.
      t.deepEqual(rolledBack(), []);
    });
    t.deepEqual((await running).body.locales[0].translated, ["title"]);
  },
);
