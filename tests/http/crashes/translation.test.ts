import test from "ava";
import { placeholders } from "../../../runtime/database/reader.js";
import { Client, signUp } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { makeProject } from "../../helpers/make-project.js";
import { ofRings } from "../../helpers/of-rings.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { until } from "../../helpers/until.js";

/**
 * The process is killed (SIGKILL) at each step of a project-wide translation. The next process finishes the translation, which is
 * charged once.
 */
let site: Site;
test.before(async () => {
  site = await openSite();
});
test.afterEach.always(() => site.endAll());
test.after.always(() => site?.close());

const DOCUMENTS = 3;
const FIELDS = [{ name: "title", title: "Title", type: "string", localized: true }];

const POINTS = ["translation.held", "translation.translated", "translation.settled", "translation.document"];

/** The rings have the points between which holds, paid calls and charges happen. The last one follows the charge and the save. */
const isAboutMoney = (point: string) => point !== "translation.document";

for (const point of dealt(ofRings(POINTS, { always: isAboutMoney }), { always: () => true }))
  test.serial(
    `SIGKILL at ${point}: the run completes after a restart, each language charged once (rules/translation 6)`,
    async (t) => {
      const doomed = await site.start({ KILN_FAULT: `${point}=kill` });
      const person = await signUp(doomed.url);
      const apiAt = (url: string) => new Client(url, { authorization: `Bearer ${person.key}` });
      const api = apiAt(doomed.url);
      const projectId = await makeProject({ ...person, api });
      const base = `/v1/projects/${projectId}/content`;
      t.is(
        (await api.post(`${base}/types`, { name: "article", title: "Article", fields: FIELDS })).status,
        200,
      );
      const locales = [{ code: "en" }, { code: "de" }, { code: "fr" }];
      t.is((await api.put(`${base}/settings`, { locales })).status, 200);
      for (let n = 0; n < DOCUMENTS; n++)
        await api.post(`${base}/documents`, { type: "article", draft: { title: { en: `Text ${n}` } } });
      const before = (await api.get("/v1/account")).body.remainingCredits;
      await api.post(`${base}/translation-jobs`).catch(() => null);
      t.deepEqual(await doomed.ended, { code: null, signal: "SIGKILL" }, doomed.output);

      const kiln = await site.startHere();
      const again = apiAt(kiln.url);
      const job = await until(async () => {
        const latest = (await again.get(`${base}/translation-jobs/latest`)).body.job;
        return latest.status !== "running" && latest;
      });
      t.like(job, { status: "complete", documentsDone: DOCUMENTS, valuesTranslated: 2 * DOCUMENTS });
      const { documents } = (await again.get(`${base}/documents`)).body;
      for (const { draft } of documents)
        t.deepEqual(draft.title, {
          en: draft.title.en,
          de: `[de] ${draft.title.en}`,
          fr: `[fr] ${draft.title.en}`,
        });
      t.is((await again.get("/v1/account")).body.remainingCredits, before - job.creditsSpent);
      const ids = documents.map(({ id }: { id: string }) => id);
      const entries = await site.query(
        `SELECT id FROM ledger_entries WHERE ref IN (${placeholders(ids)})`,
        ids,
      );
      t.is(entries.length, 2 * DOCUMENTS);
      t.is((await kiln.stop()).code, 0);
      t.deepEqual(await site.query("SELECT id FROM holds"), []);
      t.deepEqual((await site.verifyLedger()).mismatches, []);
    },
  );
