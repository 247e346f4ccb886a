import test from "ava";
import { carefulRequest, installCareful } from "../../helpers/careful-provider.js";
import { Client, signUp } from "../../helpers/client.js";
import { openSite } from "../../helpers/open-site.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

test("SIGKILL once a job has failed: what was copied for it is removed by another process (rules/generation 21)", async (t) => {
  const site = await openSite();
  t.teardown(() => site.close());
  await installCareful(site);
  const doomed = await site.start({ KILN_FAULT: "generation.failed=kill" });
  const person = await signUp(doomed.url);
  const request = carefulRequest("[half]");
  const { status, body } = await person.api.post("/v1/generations", {
    ...request,
    params: { ...request.params, numImages: 2 },
  });
  t.is(status, 200, JSON.stringify(body));
  t.deepEqual(await doomed.ended, { code: null, signal: "SIGKILL" }, doomed.output);
  t.is((await site.mediaFiles()).length, 1, "the first of two had been copied");

  const kiln = await site.startHere();
  const api = new Client(kiln.url, { authorization: `Bearer ${person.key}` });
  t.like(await waitForJob(api, body.job.id), { status: "failed", costCredits: 0 });
  await waitUntil(async () => (await site.mediaFiles()).length === 0, {
    what: () => "The file of the failed job is still there.",
    timeoutMs: 60_000,
  });
  const tasks = () => site.query("SELECT id FROM tasks WHERE subject = ?", [body.job.id]);
  await waitUntil(async () => (await tasks()).length === 0);
});
