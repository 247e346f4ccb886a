import { randomUUID } from "node:crypto";
import test from "ava";
import { WorkflowRun } from "../../../entities/workflow-run.js";
import { WorkflowRunGraph } from "../../../entities/workflow-run-graph.js";
import { WorkflowRunNode } from "../../../entities/workflow-run-node.js";
import { WorkflowRunUsage } from "../../../entities/workflow-run-usage.js";
import { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import { runTask } from "../../../services/workflows/engine/run-task.js";
import { bytesAtStart, countRun, KEPT_MS } from "../../../services/workflows/room/count-run.js";
import { measureRun, NEVER } from "../../../services/workflows/room/run-size.repository.js";
import { sweepRuns } from "../../../services/workflows/room/sweep-runs.js";
import { addStored, sumStored } from "../../../services/workflows/room/usage.repository.js";
import type { Kiln } from "../../../start.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { graphOf, makeWorkflow, picture, promptNode, runToEnd, waitForRun } from "../../helpers/workflows.js";

const MB = 2 ** 20;
/** Less than WORKFLOW_RUNS_MB may be: a run reads and writes its texts many times, so those of the tests are as small as they may be. */
const MOST = 6 * MB;

async function startWithRoom(): Promise<Kiln> {
  const started = await startKiln();
  started.host.config.workflowRunsBytes = MOST;
  return started;
}

let kiln: Kiln;
test.before(async () => {
  kiln = await startWithRoom();
  // The first account is the operator.
  await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

/** A run of it stores 0.4 MB in its graph and three times as much in its results. */
const LARGE = graphOf(
  [promptNode("p", "x".repeat(400_000)), { id: "a", type: "output" }, { id: "b", type: "output" }],
  ["p>a", "p>b"],
);
const SMALL = graphOf([promptNode("p", "words")]);

const usage = async ({ id }: Person): Promise<number> =>
  (await kiln.host.read.findOne(WorkflowRunUsage, { id }))?.storedBytes ?? 0;
const runsOf = ({ id }: Person) => kiln.host.read.find(WorkflowRun, { starterId: id });
const execute = ({ api }: Person, workflowId: string, body: object = {}) =>
  api.post(`/v1/workflows/${workflowId}/execute`, body);
const sweep = (now: number) => sweepRuns(kiln.host, { now, signal: new AbortController().signal });

/** Runs LARGE until no other run has room. Returns the workflow's id. */
async function runUntilFull(person: Person, id: string): Promise<string> {
  for (;;) {
    const { status, body } = await execute(person, id, { wait: true });
    if (status === 429) return id;
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
}

/**
 * Runs LARGE until no other run has room, most of the runs as copies of the first: a run reads and writes its texts many times.
 * Returns the workflow's id.
 */
async function fill(person: Person): Promise<string> {
  const id = await makeWorkflow(person.api, LARGE);
  const { status, body } = await execute(person, id, { wait: true });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const own = { id: body.run.id as string };
  const [first, stored] = [await rowOf(own.id), await kiln.host.read.findOne(WorkflowRunGraph, own)];
  if (first === null || stored === null) throw new Error("The run has no rows.");
  const least = bytesAtStart(stored.graph);
  for (let at = 1; (await usage(person)) + least <= MOST; at += 1) await copy(first, stored, at);
  return runUntilFull(person, id);
}

/** Inserts a copy of a run, which ended `later` milliseconds after it. */
async function copy(run: WorkflowRun, stored: WorkflowRunGraph, later: number): Promise<void> {
  const nodes = await kiln.host.read.find(WorkflowRunNode, { runId: run.id });
  const runId = randomUUID();
  await kiln.host.transact(async (tx) => {
    await tx.insert(WorkflowRun, {
      ...run,
      id: runId,
      createdAt: run.createdAt + later,
      completedAt: Number(run.completedAt) + later,
      removableFrom: Number(run.removableFrom) + later,
    });
    await tx.insert(WorkflowRunGraph, { ...stored, id: runId } as never);
    for (const node of nodes) await tx.insert(WorkflowRunNode, { ...node, id: randomUUID(), runId });
    await addStored(tx, { accountId: run.starterId, bytes: Number(run.storedBytes) });
  });
}

test.serial(
  "an account's runs that cost nothing are counted, and one more than fits is refused with what there is and when there is room (rules/workflows 41)",
  async (t) => {
    const person = await signUp(kiln.url);
    const id = await runUntilFull(person, await makeWorkflow(person.api, LARGE));
    t.true((await usage(person)) <= MOST + 2 * MB, `${await usage(person)}`);
    t.is(await usage(person), await sumStored(kiln.host.read, person.id));
    const nodes = await kiln.host.read.find(WorkflowRunNode, { payerId: person.id });
    const texts = nodes.reduce((sum, { outputs }) => sum + JSON.stringify(outputs ?? "").length, 0);
    t.true((await usage(person)) > texts);

    const { status, body, headers } = await execute(person, id);
    t.is(status, 429);
    t.is(body.error.code, "rate_limited");
    t.regex(
      body.error.message,
      /take \d+ MB, and an account may store 6 MB .*From \d{4}-.* on those that cost nothing are removed/,
    );
    t.true(Number(headers.get("retry-after")) > 23 * 3600);
    const other = await signUp(kiln.url);
    t.is((await execute(other, await makeWorkflow(other.api, SMALL))).status, 200);

    t.is((await person.api.delete(`/v1/workflows/${id}`)).status, 200);
    await until(async () => (await usage(person)) === 0);
    t.is((await execute(person, await makeWorkflow(person.api, SMALL))).status, 200);
  },
);

test.serial(
  "of many that start at once no more are let in than have room (rules/workflows 41)",
  async (t) => {
    const person = await signUp(kiln.url);
    const id = await makeWorkflow(person.api, LARGE);
    const { status } = await execute(person, id, { wait: true });
    t.is(status, 200);
    const bytes = MOST - MB - (await usage(person));
    await kiln.host.transact((tx) => addStored(tx, { accountId: person.id, bytes }));
    // There is room for the beginnings of two.
    const started = await Promise.all(Array.from({ length: 6 }, () => execute(person, id)));
    t.is(started.filter((answer) => answer.status === 200).length, 2);
    t.is(started.filter((answer) => answer.status === 429).length, 4);
  },
);

test.serial(
  "above nine tenths the oldest runs that ended over 24 hours ago are removed, and no other one (rules/workflows 41)",
  async (t) => {
    const person = await signUp(kiln.url);
    const id = await fill(person);
    const before = (await runsOf(person)).toSorted((a, b) => Number(a.completedAt) - Number(b.completedAt));
    const [oldest] = before;
    await sweep(Date.now());
    t.is((await runsOf(person)).length, before.length, "none is a day old");
    await sweep(Number(oldest?.completedAt) + KEPT_MS);
    t.false((await runsOf(person)).some((run) => run.id === oldest?.id));
    t.is((await runsOf(person)).length, before.length - 1, "the others are younger");
    t.is((await person.api.get(`/v1/workflows/${id}/runs/${oldest?.id}`)).status, 404);
    await sweep(Date.now() + KEPT_MS + 1000);
    const left = await runsOf(person);
    const newest = before.slice(-left.length).map((run) => run.id);
    t.deepEqual(left.map((run) => run.id).toSorted(), newest.toSorted());
    t.true(left.length > 0);
    t.true((await usage(person)) <= 0.9 * MOST);
    t.is(await usage(person), await sumStored(kiln.host.read, person.id));
    t.is((await person.api.get(`/v1/workflows/${id}/runs`)).body.total, left.length);
    t.is((await execute(person, id)).status, 200);
  },
);

test.serial(
  "a small run that has cost something counts for nothing and is never removed, and neither is one that goes on (rules/workflows 41)",
  async (t) => {
    const person = await signUp(kiln.url);
    const paid = await runToEnd(
      person.api,
      await makeWorkflow(person.api, graphOf([picture("i", "a kiln")])),
    );
    t.is(paid.status, "complete");
    // A text of a node lies nowhere else.
    const text = { id: "t", type: "generateText", data: { model: "mock-text", instruction: "a kiln" } };
    const written = await runToEnd(person.api, await makeWorkflow(person.api, graphOf([text])));
    t.true(written.nodeResults.t.costCredits > 0, JSON.stringify(written));
    t.is(await usage(person), 0);
    const waits = await makeWorkflow(person.api, graphOf([picture("i", "[slow=600]"), promptNode("p", "x")]));
    const { body } = await execute(person, waits);
    await fill(person);
    await sweep(Date.now() + 2 * KEPT_MS);
    const left = new Set((await runsOf(person)).map((run) => run.id));
    t.true(left.has(paid.id));
    t.true(left.has(written.id));
    t.true(left.has(body.run.id));
    const act = (verb: string) => person.api.post(`/v1/workflows/${waits}/runs/${body.run.id}/${verb}`);
    const row = () => kiln.host.read.findOne(WorkflowRun, { id: body.run.id });
    await act("stop");
    t.is((await row())?.removableFrom, Number((await row())?.completedAt) + KEPT_MS);
    await until(async () => (await act("resume")).status === 200);
    t.is((await row())?.removableFrom, null);
    await act("stop");
  },
);

test.serial(
  "the credits of a run are those of its ended nodes, and of the texts of nodes that were stopped (rules/workflows 41)",
  async (t) => {
    const person = await signUp(kiln.url);
    const words = (id: string) => ({
      id,
      type: "generateText",
      data: { model: "mock-text", instruction: id },
    });
    const { id, nodeResults } = await runToEnd(
      person.api,
      await makeWorkflow(person.api, graphOf([words("a"), words("b")])),
    );
    const credits = async () => (await measureRun(kiln.host.read, id)).credits;
    const all = nodeResults.a.costCredits + nodeResults.b.costCredits;
    t.true(nodeResults.a.costCredits > 0 && nodeResults.b.costCredits > 0);
    t.is(await credits(), all);
    await kiln.host.transact((tx) =>
      tx.run(
        "UPDATE workflow_run_nodes SET status = 'stopped', costCredits = NULL WHERE runId = ? AND nodeId = 'b'",
        [id],
      ),
    );
    t.is(await credits(), all);
  },
);

test.serial(
  "what a run that has cost something stores beyond 1 MB for each credit is counted, and never removed (rules/workflows 41)",
  async (t) => {
    const person = await signUp(kiln.url);
    const outputs = Array.from({ length: 7 }, (_, at) => ({ id: `o${at}`, type: "output" }));
    const words = { id: "t", type: "generateText", data: { model: "mock-text", instruction: "a kiln" } };
    const id = await makeWorkflow(
      person.api,
      graphOf(
        [promptNode("p", "x".repeat(900_000)), ...outputs, words],
        outputs.map((node) => `p>${node.id}`),
      ),
    );
    const first = await runToEnd(person.api, id);
    const credits = first.nodeResults.t.costCredits;
    t.true(credits > 0 && credits < 4, String(credits));
    const { bytes } = await measureRun(kiln.host.read, first.id);
    t.is(await usage(person), bytes - credits * MB);
    t.is(await usage(person), await sumStored(kiln.host.read, person.id));
    let last = await execute(person, id, { wait: true });
    for (let more = 10; more > 0 && last.status === 200; more--)
      last = await execute(person, id, { wait: true });
    t.is(last.status, 429);
    t.regex(last.body.error.message, /beyond 1 MB for each credit, .* stay until their workflow is deleted/);
    const ended = (await runsOf(person)).length;
    await sweep(Date.now() + 2 * KEPT_MS);
    t.is((await runsOf(person)).length, ended, "what was paid for stays");
    t.is((await person.api.delete(`/v1/workflows/${id}`)).status, 200);
    await until(async () => (await usage(person)) === 0);
  },
);

test.serial(
  "a charged run of the release before counts for nothing until it ends again (rules/workflows 41)",
  async (t) => {
    const person = await signUp(kiln.url);
    await fill(person);
    const [run] = await runsOf(person);
    if (!run) return t.fail();
    await kiln.host.transact(async (tx) => {
      await tx.update(WorkflowRun, { id: run.id }, { storedBytes: 0, removableFrom: null });
      await addStored(tx, { accountId: person.id, bytes: -(run.storedBytes ?? 0) });
    });
    const before = await usage(person);
    await sweep(Date.now());
    t.like(await rowOf(run.id), { storedBytes: 0, removableFrom: null });
    await count(run);
    const { bytes } = await measureRun(kiln.host.read, run.id);
    t.like(await rowOf(run.id), { storedBytes: bytes - MB, removableFrom: NEVER });
    t.is(await usage(person), before + bytes - MB);
  },
);

test.serial(
  "a trigger without room for its run says so in its log, and no fire keeps its inputs (rules/workflows 41)",
  async (t) => {
    const person = await signUp(kiln.url);
    const id = await makeWorkflow(person.api, SMALL);
    const made = await person.api.post(`/v1/workflows/${id}/triggers`, { inbound: {}, dailyCredits: 1 });
    const { url, id: triggerId } = made.body.trigger;
    const call = async () =>
      (await new Client("", {}).post(url, { inputs: { p: { text: "given" } } })).body.fire;
    t.is((await call()).status, "started");
    await fill(person);
    const refused = await call();
    t.is(refused.status, "refused");
    t.regex(refused.detail, /an account may store 6 MB/);
    const fires = await kiln.host.read.find(WorkflowTriggerFire, { triggerId });
    t.deepEqual(
      fires.map(({ inputs }) => inputs),
      [{}, {}],
    );
  },
);

test.serial(
  "what an earlier release deleted without giving its bytes back is counted anew (rules/workflows 41)",
  async (t) => {
    const person = await signUp(kiln.url);
    await fill(person);
    const [run] = await runsOf(person);
    await kiln.host.transact((tx) => tx.delete(WorkflowRun, { id: run?.id ?? "" }));
    t.not(await usage(person), await sumStored(kiln.host.read, person.id));
    await sweep(Date.now());
    t.is(await usage(person), await sumStored(kiln.host.read, person.id));
  },
);

const change = (id: string, to: Partial<WorkflowRun>) =>
  kiln.host.transact((tx) => tx.update(WorkflowRun, { id }, to));
const rowOf = (id: string) => kiln.host.read.findOne(WorkflowRun, { id });
const count = (run: WorkflowRun) => kiln.host.transact((tx) => countRun(tx, run, run.completedAt));

test.serial(
  "of what anything was charged once nothing is counted again, and a run of an earlier release is not counted (rules/workflows 41)",
  async (t) => {
    const person = await signUp(kiln.url);
    const paid = await runToEnd(
      person.api,
      await makeWorkflow(person.api, graphOf([picture("i", "a kiln")])),
    );
    // as a resume leaves the rows of what it begins anew
    await kiln.host.transact((tx) => tx.update(WorkflowRunNode, { runId: paid.id }, { costCredits: null }));
    const { id } = await runToEnd(person.api, await makeWorkflow(person.api, SMALL));
    await change(id, { storedBytes: null, removableFrom: null });
    const before = await usage(person);
    for (const run of await runsOf(person)) await count(run);
    t.like(await rowOf(paid.id), { storedBytes: 0, removableFrom: NEVER });
    t.like(await rowOf(id), { storedBytes: null, removableFrom: null });
    t.is(await usage(person), before);
  },
);

test.serial(
  "what an earlier release resumed and ended is removed 24 hours after its last end at the earliest, and not when it was charged (rules/workflows 41)",
  async (t) => {
    const person = await signUp(kiln.url);
    await fill(person);
    const [young, charged, uncounted] = await runsOf(person);
    if (!young || !charged || !uncounted) return t.fail();
    const now = Date.now() + 2 * KEPT_MS;
    const old = { removableFrom: 1 };
    await change(young.id, { ...old, completedAt: now - KEPT_MS + 1 });
    await change(charged.id, old);
    await kiln.host.transact((tx) => tx.update(WorkflowRunNode, { runId: charged.id }, { costCredits: 3 }));
    await change(uncounted.id, { removableFrom: null });
    await sweep(now);
    t.truthy(await rowOf(young.id));
    t.like(await rowOf(charged.id), { storedBytes: 0, removableFrom: NEVER });
    t.not((await rowOf(uncounted.id))?.removableFrom, null, "counted anew, or removed");
    t.is(await usage(person), await sumStored(kiln.host.read, person.id));
  },
);

test.serial("a run that cannot be removed holds up no other one (rules/workflows 41)", async (t) => {
  const person = await signUp(kiln.url);
  await fill(person);
  const now = Date.now() + 2 * KEPT_MS;
  let calls = 0;
  const host: typeof kiln.host = Object.create(kiln.host, {
    transact: {
      value: (...given: Parameters<typeof kiln.host.transact>) => {
        calls += 1;
        if (calls === 1) throw new Error("not now");
        return kiln.host.transact(...given);
      },
    },
  });
  await sweepRuns(host, { now, signal: new AbortController().signal });
  t.true((await usage(person)) <= 0.9 * MOST);
  t.true(calls > 1);
});

test.serial(
  "nodes give no free texts while the account's runs store more than twice of what they may (rules/workflows 41)",
  async (t) => {
    const own = await startWithRoom();
    t.teardown(() => own.stop());
    const { host, url } = own;
    const person = await signUp(url);
    // As where a thousand runs started at once, which end one after the other.
    host.tasks.forget("workflows.run");
    const id = await makeWorkflow(person.api, SMALL);
    const { body } = await execute(person, id);
    await host.transact((tx) => addStored(tx, { accountId: person.id, bytes: 2 * MOST }));
    host.tasks.handle(runTask(host));
    const run = await waitForRun(person.api, id, body.run.id);
    t.is(run.status, "error");
    t.regex(run.nodeResults.p.detail, /more than twice of what they may/);
  },
);
