import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { type Person, signUp } from "../../helpers/client.js";
import { IS_LONG } from "../../helpers/is-long.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// Plugins throw errors, hang, block the event loop and leak memory. What ends the process is in exits.test.ts.

const PLUGIN = join(PACKAGE_ROOT, "tests/stand-ins/plugins/odd.mjs");
/** Number of jobs of each plugin. Each job of the one that throws makes two errors, and the third one switches it off. */
const JOBS = IS_LONG ? 8 : 2;

let hostile: HostileSite;
let mallory: Person;
test.before(async () => {
  hostile = await HostileSite.open({
    UPSTREAM_TIMEOUT_SECONDS: "1",
    UPSTREAM_RETRY_SECONDS: "1",
    PROVIDER_GONE_SECONDS: "2",
  });
  mallory = await signUp(hostile.kiln.url);
  await Promise.all(["throws", "hangs", "waits", "blocks", "leaks"].map(load));
});
test.after.always(() => hostile?.close());

async function load(way: string): Promise<void> {
  await copyFile(PLUGIN, join(hostile.site.pluginsDir, `odd-${way}.mjs`));
  await until(async () => {
    const { body } = await mallory.api.get("/v1/models");
    return body.models.some(({ id }: { id: string }) => id === `odd-${way}-image`);
  });
}

async function order(way: string): Promise<string> {
  const params = { kind: "image", prompt: "a kite", aspectRatio: "1:1", numImages: 1 };
  const { status, body } = await mallory.api.post("/v1/generations", { model: `odd-${way}-image`, params });
  if (status !== 200) throw new Error(`${way}: ${JSON.stringify(body)}`);
  return body.job.id as string;
}

test.serial(
  "plugins that throw, hang, block and leak end their own jobs only (rules/running 24 and 26)",
  async (t) => {
    const met = await hostile.witness.during(async () => {
      const ways = ["throws", "hangs", "blocks", "leaks"].flatMap((way) => Array<string>(JOBS).fill(way));
      const jobs = await Promise.all(
        ways.map(async (way) => {
          try {
            return { way, id: await order(way) };
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
    for (let n = 0; n < JOBS; n += 1) await order("waits");
    await hostile.stop(t);
  },
);
