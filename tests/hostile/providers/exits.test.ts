import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { Client, signUp } from "../../helpers/client.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { until } from "../../helpers/until.js";

// A plugin ends the process in which it runs.

const PLUGIN = join(PACKAGE_ROOT, "tests/stand-ins/plugins/odd.mjs");
const MODEL = "odd-exits-image";

let site: Site;
test.before(async () => {
  site = await openSite({ TASK_LEASE_SECONDS: "2", PROVIDER_GONE_SECONDS: "2" });
  await copyFile(PLUGIN, join(site.pluginsDir, "odd-exits.mjs"));
});
test.after.always(() => site?.close());

test.serial(
  "a job whose plugin ends the process twice is not run a third time, and costs nothing (rules/running 27)",
  async (t) => {
    const first = await site.start();
    const mallory = await signUp(first.url);
    const apiOf = ({ url }: KilnProcess) => new Client(url, { authorization: `Bearer ${mallory.key}` });
    await until(async () => {
      const { body } = await mallory.api.get("/v1/models");
      return body.models.some(({ id }: { id: string }) => id === MODEL);
    });
    const params = { kind: "image", prompt: "a kite", aspectRatio: "1:1", numImages: 1 };
    const made = await mallory.api.post("/v1/generations", { model: MODEL, params });
    t.is(made.status, 200);
    const { id } = made.body.job;
    t.is((await first.ended).code, 7);
    let deaths = 1;
    let last: KilnProcess | null = null;
    while (last === null && deaths < 5) {
      // The process may end before it is ready.
      const kiln = site.launch();
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
    t.deepEqual((await site.verifyLedger()).mismatches, []);
    t.deepEqual((await site.checkMedia()).orphans, []);
  },
);
