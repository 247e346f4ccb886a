import test, { type ExecutionContext } from "ava";
import { Client } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { playCrash } from "../../helpers/play-crash.js";
import { openUpstreamSite, type UpstreamSite } from "../../helpers/upstream-site.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

/**
 * The process is killed (SIGKILL) once a vendor's answer to an order is stored: there is one paid order and one charge, and the
 * result is kept.
 */
let open: UpstreamSite;
test.before(async () => {
  open = await openUpstreamSite();
});
test.afterEach.always(() => open.site.endAll());
test.after.always(() => open?.close());

const DOWNLOAD = "during the download";
const moments = dealt(["generation.handle", "generation.results-written", DOWNLOAD]);

for (const point of moments.filter((moment) => moment !== DOWNLOAD))
  test.serial(
    `fal: SIGKILL at ${point}: the job succeeded, orders: 1 (rules/generation 15; rules/models 31)`,
    async (t) => {
      const { each, upstream } = open.vendor("fal");
      await playCrash(t, open.site, open.person, {
        point,
        body: { model: each.model, params: { ...each.params, prompt: `at ${point}` } },
        status: "succeeded",
      });
      t.is(upstream.orders.length, 1);
    },
  );

const killInDownload = async (t: ExecutionContext): Promise<void> => {
  const { each, upstream } = open.vendor("fal");
  const { site, person } = open;
  const apiAt = (url: string) => new Client(url, { authorization: `Bearer ${person.key}` });
  const doomed = await site.start();
  const before = (await apiAt(doomed.url).get("/v1/account")).body.remainingCredits;
  const { status, body } = await apiAt(doomed.url).post("/v1/generations", {
    model: each.model,
    params: { ...each.params, prompt: "[halts] in the middle of the file" },
  });
  t.is(status, 200, JSON.stringify(body));
  const isHalted = () => upstream.seen.some(({ path }) => path.startsWith("/files/halts"));
  await waitUntil(isHalted, { what: () => `The file was not fetched:\n${doomed.output}` });
  doomed.kill("SIGKILL");
  await doomed.ended;

  const kiln = await site.startHere();
  const job = await waitForJob(apiAt(kiln.url), body.job.id);
  t.like(job, { status: "succeeded", costCredits: body.estimatedCredits }, JSON.stringify(job));
  t.is(job.resultUrls.length, 1);
  for (const url of job.resultUrls) t.is((await fetch(url)).status, 200);
  t.is((await apiAt(kiln.url).get("/v1/account")).body.remainingCredits, before - body.estimatedCredits);
  t.is((await kiln.stop()).code, 0);
  t.is(upstream.orders.length, 1);
  t.is((await site.query("SELECT id FROM ledger_entries WHERE ref = ?", [job.id])).length, 1);
  t.deepEqual(await site.query("SELECT id FROM holds"), []);
  t.deepEqual(await site.checkMedia(), { orphans: [], missing: [] });
};
if (moments.includes(DOWNLOAD))
  test.serial(
    "fal: SIGKILL during the download: the job succeeded, orders: 1 (rules/models 31)",
    killInDownload,
  );
