import test from "ava";
import { GenerationJob } from "../../../entities/generation-job.js";
import { makePng } from "../../../plugins/kit/media/png.js";
import { resultId } from "../../../services/generation/results.js";
import { signUp } from "../../helpers/client.js";
import { oddProvider } from "../../helpers/lend-provider.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

test("what was copied for a job is removed once it has failed, and never before: another process may have finished it meanwhile (rules/generation 21)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const { host } = kiln;
  const png = await makePng(8, 8, [
    [1, 2, 3],
    [4, 5, 6],
  ]);
  const kept: unknown[] = [];
  const driver = oddProvider("half", {
    submit: async ({ id }) => ({
      state: "succeeded",
      outputs: [
        { contentType: "image/png", body: png },
        { contentType: "text/html", body: Buffer.from(`<p>${id}</p>`) },
      ],
    }),
  });
  host.plugins.swap({ name: "half", version: "1", file: "a test", status: "loaded", error: null }, [
    { point: "modelProvider", name: "half", driver },
  ]);
  const { storage } = host;
  const remove = storage.delete.bind(storage);
  const write = storage.write.bind(storage);
  storage.write = async (key, ...rest) => {
    kept.push(key);
    return write(key, ...rest);
  };
  // The job ends now, as late as with a process that was frozen between its look and this.
  const states: unknown[] = [];
  storage.delete = async (key) => {
    for (const { status } of await host.read.find(GenerationJob, {})) states.push(status);
    return remove(key);
  };
  const ann = await signUp(kiln.url);
  const params = { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 2 };
  const id = await until(async () => {
    const { status, body } = await ann.api.post("/v1/generations", { model: "half-image", params });
    return status === 200 && (body.job.id as string);
  });
  t.like(await waitForJob(ann.api, id), { status: "failed", costCredits: 0 });
  await until(async () => (await storage.stat(resultId(id, 0))) === null);
  t.deepEqual(kept, [resultId(id, 0)], "the first one had been copied");
  t.deepEqual([...new Set(states)], ["failed"]);
});
