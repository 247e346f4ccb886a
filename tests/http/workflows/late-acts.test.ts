import test, { type ExecutionContext } from "ava";
import { Workflow } from "../../../entities/workflow.js";
import { WorkflowRun } from "../../../entities/workflow-run.js";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { Host } from "../../../runtime/process/host.js";
import { callOff } from "../../../services/workflows/engine/end-run.js";
import { actAsStarter } from "../../../services/workflows/engine/starter.js";
import { resumeRun } from "../../../services/workflows/resume-run.js";
import { updateOne } from "../../../services/workflows/triggers/save-trigger.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { graphOf, makeWorkflow, picture, promptNode, runToEnd, waitForRun } from "../../helpers/workflows.js";

// A process was delayed, or stopped with SIGSTOP, while others ended a run and resumed it. The tests are about its late actions.

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const rowOf = async (t: ExecutionContext, id: string): Promise<WorkflowRun> => {
  const row = await kiln.host.read.findOne(WorkflowRun, { id });
  t.truthy(row);
  return row as WorkflowRun;
};

async function resume(person: Person, { id, workflowId }: { id: string; workflowId: string }) {
  const path = `/v1/workflows/${workflowId}/runs/${id}/resume`;
  let resumed = await person.api.post(path);
  // The holder of the run may still be about to leave.
  while (resumed.status === 409) resumed = await person.api.post(path);
  return resumed;
}

test("who calls off what a stopped run began leaves alone what it began once it was resumed (rules/workflows 28)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, graphOf([picture("i", "[slow=60] x")]));
  const jobs = async (): Promise<{ status: string }[]> => (await person.api.get("/v1/generations")).body.jobs;
  const { run } = (await person.api.post(`/v1/workflows/${id}/execute`)).body;
  await until(async () => (await jobs()).length === 1);
  await person.api.post(`/v1/workflows/${id}/runs/${run.id}/stop`);
  t.is((await resume(person, run)).status, 200);
  await until(async () => (await jobs()).length === 2);
  await callOff(kiln.host, run.id);
  t.deepEqual(
    (await jobs()).map(({ status }) => status === "canceled"),
    [false, true],
  );
  const stopped = await person.api.post(`/v1/workflows/${id}/runs/${run.id}/stop`);
  t.is(stopped.body.run.status, "stopped");
  await until(async () => (await jobs()).every(({ status }) => status === "canceled"));
});

test("a resume that comes late, behind another one whose run has ended anew, removes nothing that this one paid for (rules/workflows 28)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, graphOf([picture("i", "[fail] x")]));
  const run = await runToEnd(person.api, id);
  t.is(run.status, "error");
  const steps = () =>
    kiln.host.read.query("SELECT id, jobId FROM workflow_run_steps WHERE runId = ?", [run.id]);
  let between: unknown = null;
  const late: Host = Object.create(kiln.host, {
    transact: {
      value: async (work: Parameters<Host["transact"]>[0]) => {
        if (between === null) {
          t.is((await resume(person, run)).status, 200);
          await waitForRun(person.api, id, run.id);
          between = await steps();
        }
        return kiln.host.transact(work);
      },
    },
  });
  const row = await rowOf(t, run.id);
  const seen = { run: row } as Parameters<typeof resumeRun>[2];
  await t.throwsAsync(resumeRun(late, await actAsStarter(kiln.host, row), seen), { message: /in a moment/ });
  t.deepEqual(await steps(), between);
  t.is((await rowOf(t, run.id)).status, "error");
});

test("of two changes of a trigger at once neither takes back what only the other one names", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, graphOf([promptNode("p", "x")]));
  const body = { schedule: { cron: "0 1 * * *" }, inputs: { p: { text: "old" } }, dailyCredits: 0 };
  const { trigger } = (await person.api.post(`/v1/workflows/${id}/triggers`, body)).body;
  const path = `/v1/workflows/${id}/triggers/${trigger.id}`;
  let isFirst = true;
  const late: Host = Object.create(kiln.host, {
    transact: {
      value: async (work: Parameters<Host["transact"]>[0]) => {
        const other = { schedule: { cron: "0 2 * * *" }, inputs: { p: { text: "new" } } };
        if (isFirst) t.is((await person.api.patch(path, other)).status, 200);
        isFirst = false;
        return kiln.host.transact(work);
      },
    },
  });
  const row = await kiln.host.read.findOne(WorkflowTrigger, { id: trigger.id });
  const workflow = await kiln.host.read.findOne(Workflow, { id });
  const seen = { trigger: row, workflow, role: "owner", isPersonal: true } as Parameters<typeof updateOne>[2];
  const context = await actAsStarter(kiln.host, {
    id: trigger.id,
    starterId: person.id,
    starterEmail: person.email,
    credentialKind: "session",
    credentialId: null,
    scopes: null,
    budgetId: null,
  });
  await updateOne(late, context, seen, { id, triggerId: trigger.id, dailyCredits: 7 });
  const after = (await person.api.get(path)).body.trigger;
  t.like(after, { dailyCredits: 7, inputs: { p: { text: "new" } } });
  t.is(after.schedule.cron, "0 2 * * *");
  t.regex(after.nextAt, /T02:00:00/);
});
