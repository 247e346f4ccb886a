import test from "ava";
import { carefulRequest, installCareful, submitsOf } from "../../helpers/careful-provider.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { ofRings } from "../../helpers/of-rings.js";
import { OF_JOBS } from "../../helpers/open-cluster.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { IS_LONG } from "../../helpers/is-long.js";

/**
 * A process freezes at a step of a job (KILN_FAULT, SIGSTOP) for longer than its lease, the other one takes over, and then the
 * first one thaws (SIGCONT) and goes on where it was.
 */
let site: Site;
let rescuer: KilnProcess;
let person: Person;

test.before(async () => {
  site = await openSite({ TASK_LEASE_SECONDS: "2", SERVICES: OF_JOBS });
  await installCareful(site);
  rescuer = await site.start();
  person = await signUp(rescuer.url);
});
test.after.always(() => site?.close());

const at = ({ url }: KilnProcess) => new Client(url, { authorization: `Bearer ${person.key}` });

const cases: [point: string, title: string, request: object, status: "succeeded" | "failed"][] = [
  ["generation.intent", "before the submit", mockRequest(), "succeeded"],
  ["generation.submitted", "after the submit", mockRequest(), "succeeded"],
  ["generation.handle", "after the upstream id was stored", mockRequest(), "succeeded"],
  ["generation.results-written", "with the results copied", mockRequest(), "succeeded"],
  ["generation.settling", "in the middle of the transaction that settles", mockRequest(), "succeeded"],
  ["generation.submitted", "after a submit that must not be repeated", carefulRequest(), "failed"],
  ["generation.results-written", "with results that nobody else may make", carefulRequest(), "succeeded"],
];

/**
 * Cases that the rings leave out: of the steps around the submit they keep the one right after it, and of copied results those
 * that nobody else may make. The rings kill a process at both of these (http/crashes/fault-points), but a killed process never
 * thaws.
 */
const LONG = ["before the submit", "with the results copied"];
const short = cases.filter(([, title]) => IS_LONG || !LONG.includes(title));
/** The rings freeze after a submit once, where it must not be repeated. */
const taken = ofRings(short, { always: ([, title]) => title !== "after the submit" });

for (const [point, title, request, status] of taken) {
  test.serial(
    `a process frozen ${title} loses its job to another one and changes nothing when it thaws (rules/running 15)`,
    async (t) => {
      const before = (await at(rescuer).get("/v1/account")).body.remainingCredits;
      const frozen = await site.start({ KILN_FAULT: `${point}=stop` });
      // The other process is stopped while this one takes the job.
      rescuer.kill("SIGSTOP");
      await rescuer.stopped();
      const created = await at(frozen).post("/v1/generations", request);
      await frozen.stopped();
      rescuer.kill("SIGCONT");

      const id = created.body.job.id as string;
      const settled = await waitForJob(at(rescuer), id);
      t.is(settled.status, status, JSON.stringify(settled));
      const cost = status === "succeeded" ? created.body.estimatedCredits : 0;
      t.is((await at(rescuer).get("/v1/account")).body.remainingCredits, before - cost);

      frozen.kill("SIGCONT");
      // The process drains, so all of its work on the job is over when it ends.
      t.deepEqual(await frozen.stop(), { code: 0, signal: null }, frozen.output);
      const after = await waitForJob(at(rescuer), id);
      t.is(after.status, status);
      t.is(after.costCredits, cost);
      t.deepEqual(after.resultStorageIds, settled.resultStorageIds);
      t.is((await at(rescuer).get("/v1/account")).body.remainingCredits, before - cost);
      for (const url of after.resultUrls ?? []) {
        const answer = await fetch(url);
        t.is(answer.status, 200, "the results of the one who settled are still there");
        await answer.arrayBuffer();
      }
      t.is((await site.query("SELECT id FROM ledger_entries WHERE ref = ?", [id])).length, cost > 0 ? 1 : 0);
      t.deepEqual(await site.query("SELECT id FROM holds"), []);
      t.deepEqual(await site.checkMedia(), { orphans: [], missing: [] });
      t.true((await submitsOf(site)).filter(({ jobId }) => jobId === id).length <= 1);
      t.deepEqual((await site.verifyLedger()).mismatches, []);
    },
  );
}
