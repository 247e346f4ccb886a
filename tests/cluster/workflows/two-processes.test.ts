import { randomUUID } from "node:crypto";
import test from "ava";
import fc from "fast-check";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { IS_LONG } from "../../helpers/is-long.js";
import { openCluster } from "../../helpers/open-cluster.js";
import { type Death, doom, drawDeath, untilDead } from "../../helpers/random-deaths.js";
import { drawnNodes, essence, graphFrom, type NodeView, withSounds } from "../../helpers/random-graphs.js";
import type { Site } from "../../helpers/open-site.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { uploadSound } from "../../helpers/transcribe.js";
import { graphOf, makeWorkflow, picture, runToEnd, waitForRun } from "../../helpers/workflows.js";

const POINTS = [
  "workflows.moved",
  "workflows.placing",
  "workflows.placed",
  "workflows.held",
  "workflows.settled",
  "workflows.finished",
  "workflows.resumed",
  "generation.results-written",
  "generation.settling",
];
const GRAPHS = IS_LONG ? 5 : 2;
const ROUNDS = IS_LONG ? Math.max(2, Math.round(Number(process.env.KILN_RUNS ?? 100) / 50)) : 1;
/** Death of the process that resumes a run. The rings use this fault point, at which no other file kills. */
const RESUMED: Death = { point: "workflows.resumed", times: 1 };
/** Graph of which one node always fails, so that there is a run to resume. */
const FAILING = graphOf([picture("i", "x"), picture("j", "[fail] y")]);

let site: Site;
let steady: KilnProcess;
test.before(async () => {
  const env = { SIGNUP_CREDITS: "100000", SIGNUP_LIMIT: "1000", TASK_LEASE_SECONDS: "2" };
  const cluster = await openCluster(env);
  ({ site } = cluster);
  // The process has the public address, to which uploads go.
  steady = await site.start({ PORT: new URL(cluster.url).port });
});
test.after.always(() => site?.close());

const spent = async ({ id }: Person) => {
  const [row] = await site.query<{ count: number; credits: number }>(
    "SELECT COUNT(*) AS count, SUM(deltaCredits) AS credits FROM ledger_entries WHERE accountId = ? AND kind IN ('generation', 'transcription')",
    [id],
  );
  return [Number(row?.count), Number(row?.credits)];
};
const costs = (run: { nodeResults: Record<string, NodeView> }) =>
  Object.values(run.nodeResults).reduce((sum, { costCredits = 0 }) => sum + costCredits, 0);

const seed = fc.readConfigureGlobal().seed ?? Date.now() % 1_000_000;
for (let round = 0; round < ROUNDS; round += 1) {
  const death = drawDeath(POINTS, seed + round);
  const second = IS_LONG ? death : RESUMED;
  const drawn = fc.sample(drawnNodes, { seed: seed + round, numRuns: GRAPHS }).map(graphFrom);
  const graphs = [FAILING, ...drawn];

  test.serial(
    `SIGKILL of one of two processes in round ${round}: runs end as undisturbed ones, also resumed and with reuse, and nothing is paid twice (rules/workflows 24)`,
    async (t) => {
      t.log(`seed ${seed}: ${death.point}, time ${death.times}; then ${second.point}`);
      const person = await signUp(steady.url);
      const sounds = [await uploadSound(person.api), await uploadSound(person.api, "x [fail].wav")];
      const workflows = await Promise.all(
        graphs.map(async (graph) => {
          const id = await makeWorkflow(person.api, withSounds(graph, sounds));
          return {
            id,
            headers: { "idempotency-key": randomUUID() },
            expected: await runToEnd(person.api, id),
          };
        }),
      );
      const once = await spent(person);
      const doomed = await site.start(doom(death));
      const at = new Client(doomed.url, { authorization: `Bearer ${person.key}` });
      await Promise.all(
        workflows.map(({ id, headers }) =>
          at.post(`/v1/workflows/${id}/execute`, {}, { headers }).catch(() => null),
        ),
      );
      await untilDead(doomed, death);
      const runs = [];
      for (const { id, headers, expected } of workflows) {
        const { status, body } = await person.api.post(`/v1/workflows/${id}/execute`, {}, { headers });
        t.is(status, 200, JSON.stringify(body));
        const run = await waitForRun(person.api, id, body.run.id);
        t.deepEqual(essence(run), essence(expected));
        runs.push({ id, run });
      }
      const twice = await spent(person);
      t.deepEqual(
        twice,
        once.map((count) => 2 * count),
      );
      // Failed nodes are run again and fail again. Complete ones stay as they are.
      const killed = await site.start(doom(second));
      const dying = new Client(killed.url, { authorization: `Bearer ${person.key}` });
      const failed = runs.filter((each) => each.run.status === "error");
      // The process that had the run at its end may still be about to leave it.
      const resumeAt = async (api: Client, { id, run }: { id: string; run: { id: string } }) => {
        for (;;) {
          const answer = await api.post(`/v1/workflows/${id}/runs/${run.id}/resume`);
          if (answer.status !== 409) return answer;
        }
      };
      t.true(failed.length > 0, "there is a run to resume");
      const again = workflows.map(({ id }) => ({ id, headers: { "idempotency-key": randomUUID() } }));
      await Promise.all([
        ...failed.map((each) => resumeAt(dying, each).catch(() => null)),
        ...again.map(({ id, headers }) =>
          dying.post(`/v1/workflows/${id}/execute`, { reuse: true }, { headers }).catch(() => null),
        ),
      ]);
      // In the rings the process reaches the fault point, so that nothing else has to kill it.
      if (IS_LONG) await untilDead(killed, second);
      else t.deepEqual(await killed.ended, { code: null, signal: "SIGKILL" }, killed.output);
      for (const each of failed) {
        const resumed = await resumeAt(person.api, each);
        t.is(resumed.status, 200, JSON.stringify(resumed.body));
        t.deepEqual(essence(await waitForRun(person.api, each.id, each.run.id)), essence(each.run));
      }
      for (const [index, { id, headers }] of again.entries()) {
        const { body } = await person.api.post(`/v1/workflows/${id}/execute`, { reuse: true }, { headers });
        const run = await waitForRun(person.api, id, body.run.id);
        t.is(costs(run), 0, "all that can be complete was taken over");
        t.is(run.status, workflows[index]?.expected.status);
      }
      t.deepEqual(await spent(person), twice);
      t.deepEqual(await site.query("SELECT id FROM holds"), []);
      t.deepEqual((await site.verifyLedger()).mismatches, []);
    },
  );
}

test.serial(
  "two gateways are asked in turns: who waits at one hears of what the other started or stopped (rules/workflows 25)",
  async (t) => {
    // It runs workflows as the first one does, and asks it for all else.
    const other = await site.start({ SERVICES: "gateway,workflows", MOCK_PROVIDER: "0" });
    const person = await signUp(steady.url);
    const there = new Client(other.url, { authorization: `Bearer ${person.key}` });
    const id = await makeWorkflow(
      person.api,
      graphOf([picture("i", "[slow=1] x"), picture("j", "[slow=60] y")]),
    );
    const headers = { "idempotency-key": randomUUID() };
    const waited = person.api.post(`/v1/workflows/${id}/execute`, { wait: true }, { headers });
    const path = `/v1/workflows/${id}/runs`;
    const first = async () => (await there.get(path)).body.runs[0];
    let run = await first();
    for (let turn = 0; run?.nodeResults.i.status !== "complete"; turn += 1)
      run = (turn % 2 === 0 ? await person.api.get(path) : await there.get(path)).body.runs[0];
    const stopped = await there.post(`${path}/${run.id}/stop`);
    t.is(stopped.body.run.status, "stopped");
    const { body } = await waited;
    t.is(body.run.id, run.id);
    t.is(body.run.status, "stopped");
    t.is(body.run.nodeResults.i.status, "complete", "what is complete stays");
    t.truthy(body.run.nodeResults.i.output.storageId);
    const repeated = await there.post(`/v1/workflows/${id}/execute`, { wait: true }, { headers });
    t.is(repeated.body.run.id, run.id);
    t.is((await other.stop()).code, 0);
  },
);
