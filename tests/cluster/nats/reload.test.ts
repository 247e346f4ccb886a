import { join } from "node:path";
import test from "ava";
import { signUp } from "../../helpers/client.js";
import { openCluster } from "../../helpers/open-cluster.js";
import { writeSwapProvider } from "../../helpers/swap-provider.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { IS_LONG } from "../../helpers/is-long.js";

const VERSIONS = IS_LONG ? 50 : 12;

test(`${VERSIONS} new versions of a provider under load over two nodes drop no request and lose no job (rules/operations 2)`, async (t) => {
  const cluster = await openCluster();
  t.teardown(() => cluster.close());
  const folder = join(cluster.site.folder, "shared-plugins");
  await writeSwapProvider(folder, "busy", "0.0.0");
  const worker = { PLUGINS_DIR: folder, SERVICES: "generation.*,plugins.busy" };
  await Promise.all([
    cluster.gateway({ PLUGINS_DIR: "/nonexistent" }),
    cluster.areas({ PLUGINS_DIR: "/nonexistent", SIGNUP_CREDITS: "100000" }),
    cluster.worker(worker),
    cluster.worker(worker),
  ]);
  const ann = await signUp(cluster.url);
  const served = async (): Promise<string | undefined> =>
    (await ann.api.get("/v1/models")).body.models.find(({ id }: { id: string }) => id === "busy-image")
      ?.displayName;
  await waitUntil(async () => (await served()) === "Version 0.0.0");

  const ids: string[] = [];
  const refused: unknown[] = [];
  const over = new AbortController();
  const load = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) {
      const answer = await ann.api.post("/v1/generations", {
        model: "busy-image",
        params: { kind: "image", prompt: "wait=30", aspectRatio: "1:1", numImages: 1 },
      });
      if (answer.status === 200) ids.push(answer.body.job.id);
      else refused.push(answer.body);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  });
  for (let version = 1; version <= VERSIONS; version += 1) {
    await writeSwapProvider(folder, "busy", `0.0.${version}`);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  await waitUntil(async () => (await served()) === `Version 0.0.${VERSIONS}`);
  // A slow machine has submitted fewer jobs by now.
  await waitUntil(async () => ids.length > VERSIONS || refused.length > 0);
  over.abort();
  await Promise.all(load);
  t.deepEqual(refused, []);
  const jobs = await Promise.all(ids.map((id) => waitForJob(ann.api, id, undefined, 60_000)));
  t.true(jobs.length > VERSIONS);
  t.deepEqual(
    jobs.filter(({ status }) => status !== "succeeded"),
    [],
  );
  t.deepEqual((await cluster.site.verifyLedger()).mismatches, []);
});
