import test from "ava";
import { WorkflowRun } from "../../../entities/workflow-run.js";
import { WorkflowRunNode } from "../../../entities/workflow-run-node.js";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import { LongResults } from "../../../runtime/http/long-results.js";
import { listRuns } from "../../../services/workflows/list-runs.js";
import { listTriggers } from "../../../services/workflows/triggers/list-triggers.js";
import type { WorkflowSeen } from "../../../services/workflows/workflows.policy.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { countAtOnce } from "../../helpers/count-at-once.js";
import { copyId } from "../../helpers/insert-copies.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { graphOf, makeWorkflow, promptNode, runToEnd } from "../../helpers/workflows.js";

/** A text that is the output of a run's only node, and makes 1.2 MB of its answer: it is there twice. */
const TEXT = "a long text ".repeat(50_000);
/** The number of runs with that text. Fewer of them have 32 MB than there are. */
const RUNS = 30;
const AT_ONCE = 24;

let kiln: Kiln;
let person: Person;
let workflowId: string;
test.before(async () => {
  kiln = await startKiln();
  person = await signUp(kiln.url);
  workflowId = await makeWorkflow(person.api, graphOf([promptNode("p", "short")]));
  const { id } = await runToEnd(person.api, workflowId);
  const run = await kiln.host.read.findOne(WorkflowRun, { id });
  const node = await kiln.host.read.findOne(WorkflowRunNode, { runId: id });
  if (run === null || node === null) throw new Error("The run is gone.");
  for (let n = 1; n <= RUNS; n += 1)
    await kiln.host.transact(async (tx) => {
      await tx.insert(WorkflowRun, { ...run, id: copyId(n), createdAt: run.createdAt - n });
      const outputs = { text: { type: "text" as const, text: TEXT } };
      await tx.insert(WorkflowRunNode, { ...node, id: `${copyId(n)}.0`, runId: copyId(n), outputs });
    });
});
test.after.always(() => kiln?.stop());

const path = (query: string) => `/v1/workflows/${workflowId}/runs?${query}`;
const context = () => ({ auth: { accountId: person.id, scopes: null } }) as ActionContext;
const seen = () => ({ workflow: { id: workflowId }, isPersonal: true }) as WorkflowSeen;
/** Makes a queue in which everybody waits, however slow the machine is. */
const patient = () => new LongResults({ waitMs: 600_000 });
const nodesOfRuns = (sql: unknown) => String(sql).startsWith("SELECT * FROM workflow_run_nodes");

test("a page of runs that is too large for one answer says to ask for fewer, and fewer are given (rules/workflows 45)", async (t) => {
  const all = await person.api.get(path("limit=100"));
  t.is(all.status, 413, JSON.stringify(all.body).slice(0, 200));
  t.is(all.body.error.code, "payload_too_large");
  t.regex(all.body.error.message, /^limit: the results of these 31 runs are more than 32 MB.* Ask for fewer/);
  const some = await person.api.get(path("limit=3"));
  t.is(some.status, 200);
  t.is(some.body.total, RUNS + 1);
  t.deepEqual(
    some.body.runs.map(
      ({ nodeResults }: { nodeResults: { p: { output: { value: string } } } }) =>
        nodeResults.p.output.value.length,
    ),
    [5, TEXT.length, TEXT.length],
  );
});

test("of 24 long pages of runs at once the results of one are read, and a short page waits for none (rules/workflows 45)", async (t) => {
  const { reader, count } = countAtOnce(kiln.host.read, "query", nodesOfRuns);
  const host = { longRead: kiln.host.longRead, read: reader };
  const results = patient();
  const lists = Array.from({ length: AT_ONCE }, () =>
    listRuns(host, context(), seen(), { limit: 1, offset: 1 }, results),
  );
  for (const { runs, total } of await Promise.all(lists)) {
    t.is(runs[0]?.nodeResults["p"]?.output?.value, TEXT);
    t.is(total, RUNS + 1);
  }
  t.deepEqual(count, { now: 0, most: 1, all: AT_ONCE });
  const short = countAtOnce(kiln.host.read, "query", nodesOfRuns);
  const shortHost = { longRead: kiln.host.longRead, read: short.reader };
  const pages = await Promise.all(
    Array.from({ length: 40 }, () => listRuns(shortHost, context(), seen(), { limit: 1, offset: 0 })),
  );
  t.true(pages.every(({ runs }) => runs.length === 1));
  t.true(short.count.most > 1, `${short.count.most} at once`);
});

test("of long lists of triggers at once one is read, and it is whole (rules/workflows 46)", async (t) => {
  const inputs = { p: { text: "x".repeat(300_000) } };
  for (let n = 0; n < 4; n += 1) {
    const body = { inbound: {}, dailyCredits: 0, inputs };
    const made = await person.api.post(`/v1/workflows/${workflowId}/triggers`, body);
    t.is(made.status, 200, JSON.stringify(made.body).slice(0, 300));
  }
  const { reader, count } = countAtOnce(kiln.host.read, "find", (of) => of === WorkflowTrigger);
  const { baseUrl, keys } = kiln.host;
  const results = patient();
  const lists = await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      listTriggers({ baseUrl, keys, read: reader }, context(), workflowId, results),
    ),
  );
  t.true(lists.every(({ total }) => total === 4));
  t.deepEqual(count, { now: 0, most: 1, all: AT_ONCE });
  const { status, body } = await person.api.get(`/v1/workflows/${workflowId}/triggers`);
  t.is(status, 200);
  t.deepEqual(
    body.triggers.map((trigger: { inputs: object }) => trigger.inputs),
    Array.from({ length: 4 }, () => inputs),
  );
});
