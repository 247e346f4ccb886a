import test from "ava";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

const WINDOW_MS = 10 * 60_000;
const HOUR_MS = 3600_000;
const realNow = Date.now;

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(async () => {
  Date.now = realNow;
  await kiln?.stop();
});

test.serial(
  "addresses of results are signed anew on each read, so that a job of long ago is still shown (rules/generation 10; rules/edge 5)",
  async (t) => {
    const ann = await signUp(kiln.url);
    const made = await ann.api.post("/v1/generations", {
      model: "mock-image",
      params: { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 1 },
    });
    const { id } = made.body.job;
    await waitForJob(ann.api, id);
    const addressOf = async (): Promise<string> =>
      (await ann.api.get(`/v1/generations/${id}`)).body.job.resultUrls[0];
    const statusOf = async (address: string): Promise<number> => {
      const answer = await fetch(address);
      await answer.arrayBuffer();
      return answer.status;
    };
    const first = await addressOf();
    t.is(await statusOf(first), 200);
    const later = realNow() + HOUR_MS + 2 * WINDOW_MS;
    Date.now = () => later;
    t.is(await statusOf(first), 403, "the first one has ended");
    const second = await addressOf();
    t.not(second, first);
    t.is(await statusOf(second), 200);
    const listed = (await ann.api.get("/v1/generations")).body.jobs[0];
    t.is(listed.resultUrls[0], second);
  },
);
