import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { ofRings } from "../../helpers/of-rings.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { setBalance } from "../../helpers/set-balance.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { startUpstreams } from "../../helpers/start-upstreams.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";
import type { Upstream } from "../../stand-ins/upstream/serve-upstream.js";

/**
 * The process is killed (SIGKILL) around orders that a vendor answers with the result itself. Such an order has no id to ask for:
 * an order without a whole answer fails without a charge and is never repeated, and an order whose files are stored is settled.
 */
let site: Site;
let person: Person;
let upstreams: Readonly<Record<string, Upstream>>;
let close: () => Promise<void>;
/** Process in which the next death is played. Each one begins with what the one before it left. */
let kiln: KilnProcess;

const IMAGE = { kind: "image", aspectRatio: "1:1", numImages: 1 };
const SPEECH = { kind: "audio" };
const ORDERS = [
  { vendor: "openai", model: "openai-gpt-image-2", params: { ...IMAGE, numImages: 2 } },
  { vendor: "openai", model: "openai-gpt-4o-mini-tts", params: SPEECH },
  { vendor: "elevenlabs", model: "elevenlabs-flash-v2-5", params: SPEECH },
  { vendor: "openai-compatible", model: "own-sdxl", params: IMAGE },
] as const;

interface Death {
  about: string;
  /** Fault point at which the process dies. Null means the moment when every vendor is in the middle of its answer. */
  point: string | null;
  /** Numbers of jobs that may succeed. */
  succeeded: readonly number[];
}
const ALL: readonly Death[] = [
  { about: "in the middle of the answer", point: null, succeeded: [0] },
  { about: "before the order", point: "generation.intent", succeeded: [0, 1, 2, 3] },
  { about: "after the answer", point: "generation.submitted", succeeded: [0, 1, 2, 3] },
  { about: "with files that are kept", point: "generation.results-written", succeeded: [4] },
];
/** The rings have the death that no fault point is for; careful-provider.test.ts has those at the points. */
const DEATHS = dealt(ofRings(ALL, { always: ({ point }) => point === null }));

test.before(async () => {
  const started = await startUpstreams();
  ({ upstreams, close } = started);
  site = await openSite(started.env);
  kiln = await site.start(doomOf(DEATHS[0]));
  const operator = await signUp(kiln.url);
  person = await signUp(kiln.url);
  await setBalance(operator, person, 10_000);
  for (const { model } of ORDERS) {
    const { status, body } = await operator.session.patch(`/v1/admin/models/${model}`, { paidOnly: false });
    if (status !== 200) throw new Error(`${model}: ${JSON.stringify(body)}`);
  }
});
test.after.always(async () => {
  await site?.close();
  await close?.();
});

const api = () => new Client(kiln.url, { authorization: `Bearer ${person.key}` });
const remaining = async (): Promise<number> => (await api().get("/v1/account")).body.remainingCredits;

interface Ordered {
  id: string;
  mark: string;
  estimate: number;
  vendor: Upstream;
}

/** Returns the environment of a process that dies at the last order of a test. */
const doomOf = (death: Death | undefined): Record<string, string> =>
  death?.point ? { KILN_FAULT: `${death.point}=kill@${ORDERS.length}` } : {};

/** Orders one job of each vendor. The answers may die with the process, so each job is found by its prompt later. */
async function orderAll(about: string): Promise<Ordered[]> {
  const ordered: Ordered[] = [];
  for (const { vendor, model, params } of ORDERS) {
    const mark = `${about} of ${model}`;
    const { status, body } = await api().post("/v1/generations", {
      model,
      params: { ...params, prompt: mark },
    });
    if (status !== 200) throw new Error(`${mark}: ${JSON.stringify(body)}`);
    const upstream = upstreams[vendor];
    if (!upstream) throw new Error(vendor);
    ordered.push({ id: body.job.id, mark, estimate: body.estimatedCredits, vendor: upstream });
  }
  return ordered;
}

const taken = ({ vendor, mark }: Ordered): number =>
  vendor.orders.filter(({ body }) => body.includes(mark)).length;

for (const [at, { about, point, succeeded }] of DEATHS.entries())
  test.serial(
    `SIGKILL ${about}: one paid order, one charge, and no result that came whole is lost (rules/generation 15; rules/models 31)`,
    async (t) => {
      const before = await remaining();
      if (point === null)
        for (const { vendor, model } of ORDERS)
          upstreams[vendor]?.faults.push({ halts: true, isTaken: true, of: `${about} of ${model}` });
      const ordered = await orderAll(about);
      if (point === null) {
        await waitUntil(() => ordered.every((each) => taken(each) === 1), { what: () => kiln.output });
        kiln.kill("SIGKILL");
      }
      t.deepEqual(await kiln.ended, { code: null, signal: "SIGKILL" }, kiln.output);

      kiln = await site.start(doomOf(DEATHS[at + 1]));
      let paid = 0;
      let ended = 0;
      for (const each of ordered) {
        const job = await waitForJob(api(), each.id);
        const orders = taken(each);
        const isPaid = job.status === "succeeded";
        t.log(each.mark, job.status, `orders: ${orders}`);
        t.true(orders <= 1, each.mark);
        t.is(job.costCredits, isPaid ? each.estimate : 0, each.mark);
        if (isPaid) {
          t.is(orders, 1, each.mark);
          for (const url of job.resultUrls) t.is((await fetch(url)).status, 200, each.mark);
          paid += each.estimate;
          ended += 1;
        } else t.deepEqual(job.error, { code: "unknown_outcome", retryable: true }, job.errorMessage);
        const entries = await site.query("SELECT id FROM ledger_entries WHERE ref = ?", [each.id]);
        t.is(entries.length, isPaid ? 1 : 0, each.mark);
      }
      t.true(succeeded.includes(ended), `${ended} succeeded`);
      t.is(await remaining(), before - paid);
      t.deepEqual(await site.query("SELECT id FROM holds"), []);
      t.deepEqual(await site.checkMedia(), { orphans: [], missing: [] });
      t.deepEqual((await site.verifyLedger()).mismatches, []);
    },
  );

test.serial(
  "a store that is away for a while loses no picture that was paid for (rules/models 31)",
  async (t) => {
    const [{ model, params }] = ORDERS;
    const media = join(site.folder, "media");
    await rename(media, `${media}-away`);
    await writeFile(media, "no folder");
    const { status, body } = await api().post("/v1/generations", {
      model,
      params: { ...params, prompt: "a store" },
    });
    t.is(status, 200, JSON.stringify(body));
    await waitUntil(() => kiln.output.includes("a result is written again"), { what: () => kiln.output });
    await rm(media);
    await rename(`${media}-away`, media);
    const job = await waitForJob(api(), body.job.id);
    t.like(job, { status: "succeeded", costCredits: body.estimatedCredits }, JSON.stringify(job));
    for (const url of job.resultUrls) t.is((await fetch(url)).status, 200);
    t.is(upstreams.openai?.orders.filter((order) => order.body.includes("a store")).length, 1);
    t.deepEqual(await site.checkMedia(), { orphans: [], missing: [] });
  },
);

test.serial(
  "SIGTERM in the middle of an answer waits for it: it is kept and charged before the process ends (rules/running 14)",
  async (t) => {
    const [{ model, params }] = ORDERS;
    const prompt = "while it stops";
    upstreams.openai?.faults.push({ dripMs: 8, isTaken: true, of: prompt });
    const { status, body } = await api().post("/v1/generations", { model, params: { ...params, prompt } });
    t.is(status, 200, JSON.stringify(body));
    const orders = () => upstreams.openai?.orders.filter((order) => order.body.includes(prompt)).length;
    await waitUntil(() => orders() === 1);
    t.is((await kiln.stop()).code, 0);
    const rows = await site.query("SELECT status, costCredits FROM generation_jobs WHERE id = ?", [
      body.job.id,
    ]);
    t.like(rows[0], { status: "succeeded", costCredits: body.estimatedCredits });
    t.is(orders(), 1);
    t.deepEqual(await site.checkMedia(), { orphans: [], missing: [] });
  },
);
