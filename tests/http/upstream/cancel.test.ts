import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { setBalance } from "../../helpers/set-balance.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { startUpstreams } from "../../helpers/start-upstreams.js";
import { CASES } from "../../helpers/upstream-cases.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";
import type { Seen, Upstream } from "../../stand-ins/upstream/serve-upstream.js";

/** The tests are about the requests that vendors receive for jobs that are canceled. */
let kiln: Kiln;
let person: Person;
let upstreams: Readonly<Record<string, Upstream>>;
let close: () => Promise<void>;
test.before(async () => {
  const started = await startUpstreams();
  ({ upstreams, close } = started);
  kiln = await startKiln(started.env);
  const operator = await signUp(kiln.url);
  person = await signUp(kiln.url);
  await setBalance(operator, person, 100_000);
  for (const id of ["fal", "replicate", "comfyui"])
    await operator.session.patch(`/v1/admin/models/${CASES[id]?.model}`, { paidOnly: false });
});
test.after.always(async () => {
  await kiln?.stop();
  await close?.();
});

const remaining = async (): Promise<number> => (await person.api.get("/v1/account")).body.remainingCredits;

/** Orders a job that does not end by itself, and waits until its vendor was asked for its progress. */
async function begin(id: string, isAsked: (seen: Seen, job: string) => boolean): Promise<string> {
  const each = CASES[id];
  if (!each) throw new Error(id);
  const params = { ...each.params, prompt: "[endless] waits" };
  const { status, body } = await person.api.post("/v1/generations", { model: each.model, params });
  if (status !== 200) throw new Error(JSON.stringify(body));
  await waitUntil(() => upstreams[id]?.seen.some((seen) => isAsked(seen, body.job.id)) ?? false, {
    what: () => `${id} was not asked how far the job is`,
  });
  await waitForJob(person.api, body.job.id, ["running"]);
  return body.job.id;
}

async function cancel(id: string, job: string, isTold: (seen: Seen) => boolean): Promise<void> {
  await person.api.post(`/v1/generations/${job}/cancel`);
  await waitUntil(() => upstreams[id]?.seen.some(isTold) ?? false, { what: () => `${id} was not told` });
}

for (const [id, asked, told] of [
  ["fal", /\/status$/, /\/cancel$/],
  ["replicate", /\/predictions\/\w+$/, /\/cancel$/],
] as const)
  test.serial(
    `${id}: a job that is canceled stays canceled and free, and the vendor is told once (rules/generation 6)`,
    async (t) => {
      const before = await remaining();
      const job = await begin(id, ({ method, path }) => method === "GET" && asked.test(path));
      await cancel(id, job, ({ path }) => told.test(path));
      t.is((await person.api.get(`/v1/generations/${job}`)).body.job.status, "canceled");
      t.is(await remaining(), before);
      t.is(upstreams[id]?.orders.length, 1);
      t.is(upstreams[id]?.seen.filter(({ path }) => told.test(path)).length, 1);
    },
  );

test.serial("comfyui: a prompt that waits leaves the queue, and one that runs is interrupted", async (t) => {
  const before = await remaining();
  const isAsked = ({ method, path }: Seen, job: string) => method === "GET" && path === `/history/${job}`;
  const running = await begin("comfyui", isAsked);
  const waiting = await begin("comfyui", isAsked);
  const isDeleted = (job: string) => (seen: Seen) =>
    seen.path === "/queue" && [seen.json.delete].flat().includes(job);
  const isInterrupted = (job: string) => (seen: Seen) =>
    seen.path === "/interrupt" && seen.json.prompt_id === job;
  await cancel("comfyui", waiting, isDeleted(waiting));
  await cancel("comfyui", running, isInterrupted(running));
  t.false(upstreams.comfyui?.seen.some(isInterrupted(waiting)));
  for (const job of [running, waiting])
    t.is((await person.api.get(`/v1/generations/${job}`)).body.job.status, "canceled");
  t.is(await remaining(), before);
});

test.serial(
  "fal: a result that arrives after the cancel is neither kept nor charged (rules/generation 6)",
  async (t) => {
    const each = CASES.fal;
    const upstream = upstreams.fal;
    if (!upstream) throw new Error("fal");
    const before = await remaining();
    const params = { ...each.params, prompt: "[halts] in the middle of the file" };
    const { status, body } = await person.api.post("/v1/generations", { model: each.model, params });
    t.is(status, 200, JSON.stringify(body));
    await waitUntil(() => upstream.seen.some(({ path }) => path.startsWith("/files/halts")));
    const seen = upstream.seen.length;
    await person.api.post(`/v1/generations/${body.job.id}/cancel`);
    await waitUntil(() => upstream.seen.slice(seen).some(({ path }) => path.endsWith("/cancel")), {
      what: () => "fal was not told",
    });
    const { job } = (await person.api.get(`/v1/generations/${body.job.id}`)).body;
    t.like(job, { status: "canceled", costCredits: 0 });
    t.is(await remaining(), before);
    const rows = (sql: string) => kiln.host.read.query(sql, [body.job.id]);
    t.deepEqual(await rows("SELECT id FROM ledger_entries WHERE ref = ?"), []);
    t.deepEqual(await kiln.host.read.query("SELECT id FROM storage_objects", []), []);
  },
);
