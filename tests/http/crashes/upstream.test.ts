import test from "ava";
import { Client } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { ofRings } from "../../helpers/of-rings.js";
import { playCrash } from "../../helpers/play-crash.js";
import { openUpstreamSite, type UpstreamSite } from "../../helpers/upstream-site.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

/**
 * The process is killed (SIGKILL) before a vendor's answer to an order is stored, and during the download of a result: there is at
 * most one paid order, and no charge without a result.
 */
let open: UpstreamSite;
test.before(async () => {
  open = await openUpstreamSite();
});
test.afterEach.always(() => open.site.endAll());
test.after.always(() => open?.close());

const CASES = [
  ["fal", "generation.intent", "failed", 0],
  ["fal", "generation.submitted", "failed", 1],
  ["comfyui", "generation.submitted", "succeeded", 1],
] as const;
/** The rings have the vendor that can be asked for an order; careful-provider.test.ts has the others' way. */
const canBeAsked = ([id]: (typeof CASES)[number]) => id === "comfyui";

for (const [id, point, status, orders] of dealt(
  ofRings<(typeof CASES)[number]>(CASES, { always: canBeAsked }),
))
  test.serial(
    `${id}: SIGKILL at ${point}: the job ${status}, orders: ${orders} (rules/generation 15; rules/models 26)`,
    async (t) => {
      const { each, upstream } = open.vendor(id);
      await playCrash(t, open.site, open.person, {
        point,
        body: { model: each.model, params: { ...each.params, prompt: `at ${point}` } },
        status,
      });
      t.is(upstream.orders.length, orders);
    },
  );

test.serial("fal: SIGKILL during the download: the job succeeded, orders: 1 (rules/models 31)", async (t) => {
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
});
