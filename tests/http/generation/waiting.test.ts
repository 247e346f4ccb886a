import { randomUUID } from "node:crypto";
import test from "ava";
import { GenerationJob } from "../../../entities/generation-job.js";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const slow = {
  model: "mock-image",
  params: { kind: "image", prompt: "[slow=600] a glacier", aspectRatio: "1:1", numImages: 1 },
};

test("an account with 1,000 jobs waiting, queued or at their provider, gets rate_limited with Retry-After (rules/generation 12)", async (t) => {
  const ann = await signUp(kiln.url);
  const created = await ann.api.post("/v1/generations", slow);
  const { id } = created.body.job as { id: string };
  await waitForJob(ann.api, id, ["running"]);
  const row = await kiln.host.read.findOne(GenerationJob, { id });
  const others = (length: number, status: string) =>
    Array.from({ length }, () => ({ ...row, id: randomUUID(), status }) as never);
  await kiln.host.transact(async (tx) => {
    for (let part = 0; part < 6; part += 1) await tx.insert(GenerationJob, others(83, "running"));
    for (let part = 0; part < 5; part += 1) await tx.insert(GenerationJob, others(100, "queued"));
    await tx.insert(GenerationJob, others(100, "succeeded"));
  });
  // One place is left for several requests at once.
  const answers = await Promise.all([1, 2, 3, 4].map(() => ann.api.post("/v1/generations", slow)));
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 429, 429, 429]);
  for (const { status, headers, body } of answers) {
    if (status === 200) continue;
    t.is(body.error.code, "rate_limited");
    t.regex(headers.get("retry-after") ?? "", /^\d+$/);
  }
  t.is((await (await signUp(kiln.url)).api.post("/v1/generations", slow)).status, 200);
  await ann.api.post(`/v1/generations/${id}/cancel`);
  t.is((await ann.api.post("/v1/generations", slow)).status, 200);
});
