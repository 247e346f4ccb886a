import test, { type ExecutionContext } from "ava";
import { Client, signUp } from "../../helpers/client.js";
import { openCluster } from "../../helpers/open-cluster.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { graphOf, makeWorkflow, promptNode } from "../../helpers/workflows.js";

const SCHEDULES = 2;
/** Of each schedule, a tick a second. */
const TICKS = 10;
/** Fewer prove nothing: it goes on until there were so many. */
const DEATHS = 3;
/** 20 ticks in the ring, 200 in the long form (issue 18); each round ends within the time in which a test must be heard of. */
const ROUNDS = Number(process.env.KILN_RUNS ?? 100) >= 1000 ? 10 : 1;
/** Where processes die, at the n-th time that they come there. */
const KILLS = [
  "workflows.ticked",
  "workflows.fired",
  "workflows.started",
  "workflows.moved",
  "workflows.finished",
];

interface Row {
  triggerId: string;
  tick: string;
  status: string;
  runId: string | null;
}

const eachTickOnce = async (t: ExecutionContext, round: number): Promise<void> => {
  const cluster = await openCluster({ TRIGGER_MIN_SECONDS: "1", TASK_LEASE_SECONDS: "2" });
  t.teardown(() => cluster.close());
  const { site } = cluster;
  const steady = await site.start();
  const person = await signUp(steady.url);
  for (let n = 0; n < SCHEDULES; n += 1) {
    const id = await makeWorkflow(person.api, graphOf([promptNode("p", `schedule ${n}`)]));
    const body = { schedule: { cron: "* * * * * *" }, dailyCredits: 0 };
    t.is((await person.api.post(`/v1/workflows/${id}/triggers`, body)).status, 200);
  }
  let deaths = 0;
  const rows = () => site.query<Row>("SELECT triggerId, tick, status, runId FROM workflow_trigger_fires");
  const isDone = async () =>
    deaths >= DEATHS &&
    (await rows()).filter(({ status }) => status === "started").length >= SCHEDULES * TICKS;

  const story = { done: false };
  /** One place of the three: whoever dies is followed by another, which dies elsewhere. */
  const keepDying = async (from: number): Promise<void> => {
    for (let n = from; !story.done; n += 1) {
      // It may die before it is ready: schedules tick from its first moment on.
      const kiln = site.launch({ KILN_FAULT: `${KILLS[n % KILLS.length]}=kill@${1 + ((n * 7) % 4)}` });
      await Promise.race([kiln.ended, waitUntil(async () => story.done, { timeoutMs: 600_000 })]);
      if (!story.done) deaths += 1;
    }
  };
  const dying = Promise.all([keepDying(round), keepDying(round + 2)]);
  await waitUntil(isDone, { timeoutMs: 300_000 + 3000 * TICKS });
  await site.query("UPDATE workflow_triggers SET isEnabled = 0");
  story.done = true;
  await dying;
  const last = await site.start();
  await waitUntil(async () => (await rows()).every(({ status }) => status !== "waiting"), {
    timeoutMs: 60_000,
  });
  t.log(`${(await rows()).length} ticks, ${deaths} deaths`);

  const fired = Map.groupBy(await rows(), ({ triggerId }) => triggerId);
  t.is(fired.size, SCHEDULES);
  for (const fires of fired.values()) {
    const ticks = fires.map(({ tick }) => Date.parse(tick)).toSorted((a, b) => a - b);
    t.true(ticks.length >= TICKS / 2, String(ticks.length));
    for (const [index, tick] of ticks.entries())
      t.is(tick, (ticks[0] ?? 0) + 1000 * index, "no tick is left out, and none comes twice");
    t.true(fires.every(({ status, runId }) => status === "started" && runId !== null));
  }
  const started = [...fired.values()].flat();
  t.is(new Set(started.map(({ runId }) => runId)).size, started.length);
  await waitUntil(
    async () => (await site.query("SELECT id FROM workflow_runs WHERE status = 'running'")).length === 0,
    { timeoutMs: 120_000 },
  );
  const runs = await site.query<{ status: string }>("SELECT status FROM workflow_runs");
  t.is(runs.length, started.length, "a run for each tick, and no other");
  t.true(runs.every(({ status }) => status === "complete"));
  const api = new Client(last.url, { authorization: `Bearer ${person.key}` });
  t.is((await api.get("/v1/workflows")).body.total, SCHEDULES);
};

for (let round = 0; round < ROUNDS; round += 1)
  test.serial(
    `three processes that die again and again: each tick of a schedule fires once (issue 18), round ${round}`,
    (t) => eachTickOnce(t, round),
  );
