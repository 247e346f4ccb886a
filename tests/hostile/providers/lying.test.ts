import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { type Person, signUp } from "../../helpers/client.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// A provider gives false results in every way that the contract of plugins leaves it.

const PLUGIN = join(PACKAGE_ROOT, "tests/stand-ins/plugins/liar.mjs");
const { LIES, HANGING } = (await import(pathToFileURL(PLUGIN).href)) as {
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
  });
  mallory = await signUp(hostile.kiln.url);
  await copyFile(PLUGIN, join(hostile.site.pluginsDir, "liar.mjs"));
  await until(async () => {
    const { body } = await mallory.api.get("/v1/models");
    return body.models.some(({ id }: { id: string }) => id === "liar-image");
  });
});
test.after.always(() => hostile?.close());

async function order(lie: string): Promise<string> {
  const params = { kind: "image", prompt: `${lie}: a kite`, aspectRatio: "1:1", numImages: 1 };
  const { status, body } = await mallory.api.post("/v1/generations", { model: "liar-image", params });
  if (status !== 200) throw new Error(`${lie}: ${JSON.stringify(body)}`);
  return body.job.id as string;
}

test.serial(
  "each lie ends its own job, which costs nothing, and hurts nobody else (rules/models 30)",
  async (t) => {
    const met = await hostile.witness.during(async () => {
      await Promise.all(
        LIES.map(async (lie) => {
          const job = await waitForJob(mallory.api, await order(lie), undefined, 60_000).catch(
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
  "results that never end are in hand when SIGTERM comes: it ends in time, and all is exact (rules/running 14)",
  async (t) => {
    const ids = await Promise.all(HANGING.map(order));
    for (const id of ids)
      // On a slow machine the first may have been cut when the last begins.
      await until(async () => (await mallory.api.get(`/v1/generations/${id}`)).body.job.status !== "queued");
    await hostile.stop(t);
  },
);
