import { randomUUID } from "node:crypto";
import test from "ava";
import { illustrate, makeArticle, makeArticles } from "../../helpers/articles.js";
import { Client, signUp } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { makeProject } from "../../helpers/make-project.js";
import { ofRings } from "../../helpers/of-rings.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { makeWorkflow, waitForRun } from "../../helpers/workflows.js";

/**
 * Fault points. A content node acts and then records that it did: a process that dies in between acts again, and nothing happens
 * twice.
 */
const KILLS = [
  "workflows.acted@1",
  "workflows.acted@3",
  "workflows.acted@5",
  "workflows.moved@6",
  "workflows.moved@9",
];

let site: Site;
test.before(async () => {
  site = await openSite({ SIGNUP_CREDITS: "1000" });
});
test.afterEach.always(() => site.endAll());
test.after.always(() => site?.close());

// The rings have the act in the middle of the run.
for (const kill of dealt(ofRings(KILLS, { always: (kill) => kill === "workflows.acted@3" })))
  test.serial(
    `SIGKILL at ${kill}: each article gets one picture and is published once (rules/workflows 24)`,
    async (t) => {
      const [point = "", times = "1"] = kill.split("@");
      const doomed = await site.start({ KILN_FAULT: `${point}=kill@${times}` });
      const person = await signUp(doomed.url);
      const api = (url: string) => new Client(url, { authorization: `Bearer ${person.key}` });
      const projectId = await makeProject(person);
      await makeArticles(person.api, projectId);
      const ids = [];
      for (const title of ["one", "two", "three"])
        ids.push(await makeArticle(person.api, projectId, { title }));
      const id = await makeWorkflow(person.api, illustrate(3), { projectId });
      const headers = { "idempotency-key": randomUUID() };
      await person.api.post(`/v1/workflows/${id}/execute`, {}, { headers }).catch(() => null);
      t.is((await doomed.ended).signal, "SIGKILL", doomed.output);

      const kiln = await site.startHere();
      const { body } = await api(kiln.url).post(`/v1/workflows/${id}/execute`, {}, { headers });
      const run = await waitForRun(api(kiln.url), id, body.run.id);
      t.is(run.status, "complete", JSON.stringify(run.nodeResults));
      for (const article of ids) {
        const { document } = (await api(kiln.url).get(`/v1/content/documents/${article}`)).body;
        t.like(document, { status: "published", draftVersion: 2 });
        const { revisions } = (await api(kiln.url).get(`/v1/content/documents/${article}/revisions`)).body;
        t.is(revisions.filter(({ kind }: { kind: string }) => kind === "publish").length, 1);
      }
      const [jobs] = await site.query<{ count: number }>(
        "SELECT COUNT(*) AS count FROM generation_jobs WHERE accountId = ?",
        [person.id],
      );
      t.is(Number(jobs?.count), 3);
      t.is((await kiln.stop()).code, 0);
      t.deepEqual((await site.verifyLedger()).mismatches, []);
      t.deepEqual(await site.query("SELECT id FROM holds"), []);
    },
  );
