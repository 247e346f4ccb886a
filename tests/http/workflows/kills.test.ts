import { randomUUID } from "node:crypto";
import test from "ava";
import fc from "fast-check";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { type Here, openSite, type Site } from "../../helpers/open-site.js";
import { uploadSound } from "../../helpers/transcribe.js";
import { doom, drawDeath, untilDead } from "../../helpers/random-deaths.js";
import { drawnNodes, essence, graphFrom, withSounds } from "../../helpers/random-graphs.js";
import { wronglyCounted } from "../../helpers/stored-runs.js";
import { makeWorkflow, runToEnd, waitForRun } from "../../helpers/workflows.js";

/** Fault points of the engine and of jobs at which a process is killed. `@n` means the n-th time at the point. */
const POINTS = [
  "workflows.started",
  "workflows.moved",
  "workflows.placing",
  "workflows.placed",
  "workflows.held",
  "workflows.written",
  "workflows.settled",
  "workflows.finished",
  "generation.intent",
  "generation.results-written",
  "generation.settling",
  "generation.settled",
  "transcriptions.intent",
  "transcriptions.settling",
  "transcriptions.settled",
];
const GRAPHS = process.env.KILN_LONG === undefined ? 3 : 6;
const ROUNDS = Math.max(2, Math.round(Number(process.env.KILN_RUNS ?? 100) / 50));

const counted = async (site: Site, person: Person) => {
  const [jobs] = await site.query<{ count: number }>(
    "SELECT COUNT(*) AS count FROM generation_jobs WHERE accountId = ?",
    [person.id],
  );
  const [spent] = await site.query<{ count: number; credits: number }>(
    "SELECT COUNT(*) AS count, SUM(deltaCredits) AS credits FROM ledger_entries WHERE accountId = ? AND kind IN ('generation', 'transcription')",
    [person.id],
  );
  const [heard] = await site.query<{ count: number }>(
    "SELECT COUNT(*) AS count FROM transcriptions WHERE accountId = ?",
    [person.id],
  );
  return [heard?.count, jobs?.count, spent?.count, spent?.credits].map(Number);
};

let site: Site;
test.before(async () => {
  site = await openSite({ SIGNUP_CREDITS: "100000", SIGNUP_LIMIT: "1000" });
});
test.after.always(() => site?.close());

const seed = fc.readConfigureGlobal().seed ?? Date.now() % 1_000_000;
for (const round of dealt(Array.from({ length: ROUNDS }, (_, at) => at))) {
  const death = drawDeath(POINTS, seed + round);
  const graphs = fc.sample(drawnNodes, { seed: seed + round, numRuns: GRAPHS }).map(graphFrom);

  test.serial(
    `SIGKILL in round ${round}: runs end as undisturbed ones, and nothing is paid twice (rules/workflows 24; ADR-0020)`,
    async (t) => {
      t.log(`seed ${seed}: ${death.point}, time ${death.times}`);
      let kiln: Here = await site.startHere();
      const person = await signUp(kiln.url);
      const api = () => new Client(kiln.url, { authorization: `Bearer ${person.key}` });
      const sounds = [await uploadSound(api()), await uploadSound(api(), "x [fail].wav")];
      const workflows = await Promise.all(
        graphs.map(async (graph) => {
          const id = await makeWorkflow(api(), withSounds(graph, sounds));
          const headers = { "idempotency-key": randomUUID() };
          return { id, headers, expected: essence(await runToEnd(api(), id)) };
        }),
      );
      t.is((await kiln.stop()).code, 0);
      const once = await counted(site, person);

      let dying = await site.start(doom(death));
      kiln = dying;
      const start = ({ id, headers }: { id: string; headers: Record<string, string> }) =>
        api().post(`/v1/workflows/${id}/execute`, {}, { headers });
      await Promise.all(workflows.map((each) => start(each).catch(() => null)));
      await untilDead(dying, death);

      kiln = await site.startHere();
      const failed: string[] = [];
      for (const workflow of workflows) {
        // A client whose answer died with the process does not know the outcome, and repeats with the key.
        const { status, body } = await start(workflow);
        t.is(status, 200, JSON.stringify(body));
        const run = await waitForRun(api(), workflow.id, body.run.id);
        t.deepEqual(essence(run), workflow.expected);
        t.is((await api().get(`/v1/workflows/${workflow.id}/runs`)).body.total, 2);
        if (run.status === "error") failed.push(`/v1/workflows/${workflow.id}/runs/${run.id}`);
      }
      // Failed runs are resumed by a process that dies too, and fail again. Complete runs stay as they are.
      const before = await Promise.all(failed.map(async (path) => essence((await api().get(path)).body.run)));
      t.is((await kiln.stop()).code, 0);
      const paid = await counted(site, person);
      dying = await site.start(doom(death));
      kiln = dying;
      await Promise.all(
        failed.map((path) =>
          api()
            .post(`${path}/resume`)
            .catch(() => null),
        ),
      );
      await untilDead(dying, death);
      kiln = await site.startHere();
      for (const [index, path] of failed.entries()) {
        const { status, body } = await api().post(`${path}/resume`);
        t.is(status, 200, JSON.stringify(body));
        const run = await waitForRun(api(), body.run.workflowId, body.run.id);
        t.deepEqual(essence(run), before[index]);
      }
      t.is((await kiln.stop()).code, 0);
      t.deepEqual((await counted(site, person)).slice(-2), paid.slice(-2), "nothing is paid again");
      t.deepEqual(
        paid,
        once.map((count) => 2 * count),
      );
      t.deepEqual(await site.query("SELECT id FROM holds"), []);
      t.deepEqual(await wronglyCounted(site), [], "what runs store is counted once (rules/workflows 41)");
      t.deepEqual((await site.verifyLedger()).mismatches, []);
      t.deepEqual(await site.checkMedia(), { orphans: [], missing: [] });
    },
  );
}
