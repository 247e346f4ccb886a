import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { copyRun } from "../../helpers/hostile/copy-run.js";
import { until } from "../../helpers/until.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";
import { graphOf, makeWorkflow, promptNode, runToEnd } from "../../helpers/workflows.js";

/** Number of runs. An account may have a thousand that go on. */
const RUNS = process.env.KILN_LONG === undefined ? 80 : 400;
const NODES = 2000;

let hostile: HostileSite;
let mallory: Person;
test.before(async () => {
  hostile = await HostileSite.open();
  mallory = await signUp(hostile.kiln.url);
});
test.after.always(() => hostile?.close());

test.serial(
  `deleting a workflow of which ${RUNS} runs of ${NODES} nodes go on hurts nobody else (rules/running 24)`,
  async (t) => {
    const outputs = Array.from({ length: NODES - 1 }, (_, at) => ({ id: `o${at}`, type: "output" }));
    const arrows = outputs.map(({ id }) => `p>${id}`);
    const id = await makeWorkflow(mallory.api, graphOf([promptNode("p", "x"), ...outputs], arrows));
    const run: { id: string } = await runToEnd(mallory.api, id);
    await copyRun(hostile.site, run.id, RUNS, { areRunning: true });
    const running = () =>
      hostile.site.query("SELECT id FROM workflow_runs WHERE workflowId = ? AND status = 'running'", [id]);
    t.is((await running()).length, RUNS);
    const met = await hostile.witness.during(async () => {
      const deleted = await mallory.api.delete(`/v1/workflows/${id}`);
      t.is(deleted.status, 200, JSON.stringify(deleted.body));
      // The deletion's task stops the runs that a slow machine has not stopped by the time of the answer.
      await until(async () => (await running()).length === 0);
    });
    assertUnhurt(t, met);
  },
);

test.serial(
  "after the attack, SIGTERM ends the process in time, and ledger and files agree (rules/running 14)",
  (t) => hostile.stop(t),
);
