import { execFile } from "node:child_process";
import { promisify } from "node:util";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const image = (prompt: string) => ({
  model: "mock-image",
  params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
});

async function verify(): Promise<{ verified: number; mismatches: unknown[] }> {
  const { PATH = "" } = process.env;
  const { dataDir, databaseUrl } = kiln.host.config;
  const env = { PATH, DATA_DIR: dataDir, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) };
  const { stdout } = await promisify(execFile)("bin/kiln", ["ledger", "verify", "--json"], { env });
  return JSON.parse(stdout) as { verified: number; mismatches: unknown[] };
}

test("kiln ledger verify holds while jobs run, and after they succeeded, failed and were canceled (rules/billing 12)", async (t) => {
  const people = await Promise.all([signUp(kiln.url), signUp(kiln.url)]);
  const prompts = ["a cat", "a dog [fail]", "a slow cat [slow=1]", "another [slow=30]"];
  const jobs = await Promise.all(
    people.flatMap((person) =>
      prompts.map(async (prompt) => ({
        person,
        job: (await person.api.post("/v1/generations", image(prompt))).body.job,
      })),
    ),
  );
  for (let look = 0; look < 3; look += 1) t.deepEqual((await verify()).mismatches, []);
  for (const { person, job } of jobs) {
    if (job.params.prompt.includes("another")) await person.api.post(`/v1/generations/${job.id}/cancel`);
    await waitForJob(person.api, job.id);
  }
  t.deepEqual(await verify().then(({ verified, mismatches }) => ({ verified, mismatches })), {
    verified: 2,
    mismatches: [],
  });
});
