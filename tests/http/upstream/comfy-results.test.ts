import { join } from "node:path";
import test from "ava";
import { StorageObject } from "../../../entities/storage-object.js";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { setBalance } from "../../helpers/set-balance.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { CASES, KEY } from "../../helpers/upstream-cases.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { serveUpstream, type Upstream } from "../../stand-ins/upstream/serve-upstream.js";

// A graph of ComfyUI gives all of the results that its history names, or none.

const { vendor, model, params, env } = CASES.comfyui;
let kiln: Kiln;
let person: Person;
let upstream: Upstream;
test.before(async () => {
  upstream = await serveUpstream(vendor(KEY));
  kiln = await startKiln({
    ...env(upstream.url, KEY),
    MODELS_DIR: join(PACKAGE_ROOT, "examples/models"),
    ALLOW_PRIVATE_NETWORK: "1",
    UPSTREAM_RETRY_SECONDS: "2",
  });
  person = await signUp(kiln.url);
  await setBalance(person, person, 10_000);
  await person.session.patch(`/v1/admin/models/${model}`, { paidOnly: false });
});
test.after.always(async () => {
  await kiln?.stop();
  await upstream?.close();
});

const make = async (prompt: string, numImages: number) => {
  const asked = { model, params: { ...params, numImages, prompt } };
  const { status, body } = await person.api.post("/v1/generations", asked);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { estimate: body.estimatedCredits, job: await waitForJob(person.api, body.job.id) };
};
const spent = async () => ({
  objects: await kiln.host.read.count(StorageObject, {}),
  balance: (await person.api.get("/v1/account")).body.credits,
  usage: (await person.api.get("/v1/storage/usage")).body.usedBytes,
});

test.serial("all results of a graph are kept (rules/models 30)", async (t) => {
  const { job } = await make("two kites", 2);
  t.is(job.status, "succeeded", String(job.errorMessage));
  t.is(job.resultStorageIds.length, 2);
});

for (const [what, message] of [
  ["[part gone] one that is gone", /^The result gone_9\.png could not be fetched: ComfyUI refused \(404\)/],
  [
    "[part unnamed] one without a name",
    /^ComfyUI's list of results cannot be used: images of node 9\[2\] has no filename\./,
  ],
  [
    "[part null] one that is null",
    /^ComfyUI's list of results cannot be used: images of node 9\[2\] has no filename\./,
  ],
] as const)
  test.serial(
    `beside two good results ${what} fails the job, keeps nothing and costs nothing (rules/models 30)`,
    async (t) => {
      const before = await spent();
      const { job } = await make(`${what} kites`, 2);
      t.is(job.status, "failed");
      t.is(job.error.code, "unknown");
      t.regex(job.errorMessage, message);
      t.is(job.costCredits, 0);
      t.deepEqual(job.resultStorageIds ?? [], []);
      t.deepEqual(await spent(), before);
    },
  );
