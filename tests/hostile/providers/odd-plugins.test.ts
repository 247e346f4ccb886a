import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// Plugins throw errors, hang, leak memory and end the process.

const PLUGIN = join(PACKAGE_ROOT, "tests/stand-ins/plugins/odd.mjs");
const JOBS = 8;

let hostile: HostileSite;
let mallory: Person;
test.before(async () => {
  hostile = await HostileSite.open({
    UPSTREAM_TIMEOUT_SECONDS: "2",
    UPSTREAM_RETRY_SECONDS: "2",
    PROVIDER_GONE_SECONDS: "2",
  });
  mallory = await signUp(hostile.kiln.url);
  for (const way of ["throws", "hangs", "waits", "blocks", "leaks"]) await load(mallory.api, way);
});
test.after.always(() => hostile?.close());

async function load(api: Client, way: string): Promise<void> {
  await copyFile(PLUGIN, join(hostile.site.pluginsDir, `odd-${way}.mjs`));
  await until(async () => {
    const { body } = await api.get("/v1/models");
    return body.models.some(({ id }: { id: string }) => id === `odd-${way}-image`);
  });
}

async function order(api: Client, way: string): Promise<string> {
  const params = { kind: "image", prompt: "a kite", aspectRatio: "1:1", numImages: 1 };
  const { status, body } = await api.post("/v1/generations", { model: `odd-${way}-image`, params });
  if (status !== 200) throw new Error(`${way}: ${JSON.stringify(body)}`);
  return body.job.id as string;
}

test.serial(
  "plugins that throw, hang, block and leak end their own jobs only (rules/running 26)",
  async (t) => {
    const met = await hostile.witness.during(async () => {
      const ways = ["throws", "hangs", "blocks", "leaks"].flatMap((way) => Array<string>(JOBS).fill(way));
      const jobs = await Promise.all(
        ways.map(async (way) => {
          try {
            return { way, id: await order(mallory.api, way) };
          } catch (error) {
            // A plugin that throws is switched off after its third error, and its model is then unknown.
            if (way !== "throws") throw error;
            return { way, id: null };
          }
        }),
      );
      for (const { way, id } of jobs) {
        if (id === null) continue;
        const job = await waitForJob(mallory.api, id, undefined, 60_000);
        if (way === "blocks" || way === "leaks") t.is(job.status, "succeeded", `${way}: ${job.errorMessage}`);
        if (way === "hangs") t.is(job.status, "failed", way);
        t.is(job.costCredits, job.status === "succeeded" ? 3 : 0, way);
        t.not(job.error?.code, "internal", `${way}: ${job.errorMessage}`);
      }
    });
    assertUnhurt(t, met);
    const models: { id: string }[] = (await mallory.api.get("/v1/models")).body.models;
    t.false(
      models.some(({ id }) => id === "odd-throws-image"),
      "it was switched off",
    );
  },
);

test.serial(
  "SIGTERM beside what they have left behind ends in time, and all is exact (rules/running 14)",
  async (t) => {
    for (let n = 0; n < JOBS; n += 1) await order(mallory.api, "waits");
    await hostile.stop(t);
  },
);

test.serial(
  "a job whose plugin ends the process twice is not run a third time, and costs nothing (rules/running 27)",
  async (t) => {
    const env = { TASK_LEASE_SECONDS: "2" };
    const first = await hostile.site.start(env);
    const apiOf = ({ url }: KilnProcess) => new Client(url, { authorization: `Bearer ${mallory.key}` });
    await load(apiOf(first), "exits");
    const id = await order(apiOf(first), "exits");
    t.is((await first.ended).code, 7);
    let deaths = 1;
    let last: KilnProcess | null = null;
    while (last === null && deaths < 5) {
      // The process may end before it is ready.
      const kiln = hostile.site.launch(env);
      const story = { hasEnded: false };
      void kiln.ended.then(() => (story.hasEnded = true));
      await kiln.ready().catch(() => null);
      let isOver = false;
      while (!story.hasEnded && !isOver) {
        const answer = await apiOf(kiln)
          .get(`/v1/generations/${id}`)
          .catch(() => null);
        isOver = answer?.body.job?.status === "failed";
        await sleep(50);
      }
      if (isOver) last = kiln;
      else deaths += 1;
    }
    t.is(deaths, 2);
    if (last === null) throw new Error("The job was run again and again.");
    const { job } = (await apiOf(last).get(`/v1/generations/${id}`)).body;
    t.is(job.costCredits, 0);
    t.true(job.errorMessage.length > 10);
    t.is((await apiOf(last).get("/v1/account")).status, 200);
    await last.stop();
    t.deepEqual((await hostile.site.verifyLedger()).mismatches, []);
    t.deepEqual((await hostile.site.checkMedia()).orphans, []);
  },
);
