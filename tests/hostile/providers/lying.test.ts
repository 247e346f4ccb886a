import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { type Person, signUp } from "../../helpers/client.js";
import { IS_LONG } from "../../helpers/is-long.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// A provider gives false results in every way that the contract of plugins leaves it, and plugins throw errors, hang, block the event loop
// and leak memory. What ends the process is in exits.test.ts.

const PLUGINS = join(PACKAGE_ROOT, "tests/stand-ins/plugins");
const LIAR = join(PLUGINS, "liar.mjs");
const ODD = join(PLUGINS, "odd.mjs");
const ODD_WAYS = ["throws", "hangs", "waits", "blocks", "leaks"];
/** Number of jobs of each odd plugin. Each job of the one that throws makes two errors, and the third one switches it off. */
const JOBS = IS_LONG ? 8 : 2;
const { LIES, HANGING } = (await import(pathToFileURL(LIAR).href)) as {
  LIES: readonly string[];
  HANGING: readonly string[];
};

let hostile: HostileSite;
let mallory: Person;
test.before(async () => {
  hostile = await HostileSite.open({
    UPSTREAM_RETRY_SECONDS: "2",
    UPSTREAM_TIMEOUT_SECONDS: "3",
    RESULT_STALL_SECONDS: "5",
    PROVIDER_GONE_SECONDS: "2",
  });
  mallory = await signUp(hostile.kiln.url);
  const { pluginsDir } = hostile.site;
  await copyFile(LIAR, join(pluginsDir, "liar.mjs"));
  for (const way of ODD_WAYS) await copyFile(ODD, join(pluginsDir, `odd-${way}.mjs`));
  const models = ["liar-image", ...ODD_WAYS.map((way) => `odd-${way}-image`)];
  await until(async () => {
    const listed = await modelIds();
    return models.every((id) => listed.has(id));
  });
});
test.after.always(() => hostile?.close());

async function modelIds(): Promise<Set<string>> {
  const { body } = await mallory.api.get("/v1/models");
  return new Set(body.models.map(({ id }: { id: string }) => id));
}

async function order(model: string, prompt: string): Promise<string> {
  const params = { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 };
  const { status, body } = await mallory.api.post("/v1/generations", { model, params });
  if (status !== 200) throw new Error(`${model}, ${prompt}: ${JSON.stringify(body)}`);
  return body.job.id as string;
}
const orderLie = (lie: string) => order("liar-image", `${lie}: a kite`);
const orderOdd = (way: string) => order(`odd-${way}-image`, "a kite");

test.serial(
  "each lie ends its own job, which costs nothing, and hurts nobody else (rules/models 30)",
  async (t) => {
    const met = await hostile.witness.during(async () => {
      await Promise.all(
        LIES.map(async (lie) => {
          const job = await waitForJob(mallory.api, await orderLie(lie), undefined, 60_000).catch(
            (error: Error) => {
              throw new Error(`${lie}: ${error.message}`);
            },
          );
          t.is(job.status, "failed", lie);
          t.is(job.costCredits, 0, lie);
          t.true(typeof job.errorMessage === "string" && job.errorMessage.length > 10, lie);
          t.true(job.errorMessage.length <= 2100, lie);
          t.is(job.error.code === "internal", false, `${lie}: ${job.errorMessage}`);
          if (lie === "a stream that drips") t.regex(job.errorMessage, /it came too slowly/);
        }),
      );
    });
    assertUnhurt(t, met);
  },
);

test.serial(
  "plugins that throw, hang, block and leak end their own jobs only (rules/running 24 and 26)",
  async (t) => {
    const met = await hostile.witness.during(async () => {
      const ways = ["throws", "hangs", "blocks", "leaks"].flatMap((way) => Array<string>(JOBS).fill(way));
      const jobs = await Promise.all(
        ways.map(async (way) => {
          try {
            return { way, id: await orderOdd(way) };
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
    t.false((await modelIds()).has("odd-throws-image"), "it was switched off");
  },
);

test.serial(
  "results that never end and what odd plugins left are in hand when SIGTERM comes: it ends in time, and all is exact (rules/running 14)",
  async (t) => {
    const ids = await Promise.all(HANGING.map(orderLie));
    for (const id of ids)
      // On a slow machine the first may have been cut when the last begins.
      await until(async () => (await mallory.api.get(`/v1/generations/${id}`)).body.job.status !== "queued");
    for (let n = 0; n < JOBS; n += 1) await orderOdd("waits");
    await hostile.stop(t);
  },
);
