import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { Client, signUp } from "../../helpers/client.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let site: Site;
test.before(async () => {
  site = await openSite();
});
test.afterEach.always(() => site.endAll());
test.after.always(() => site.close());

/**
 * Writes a provider of which `[kill]` kills the process, `[busy]` works until the process is dead, and a second submit answers at
 * once.
 */
const writeKiller = (): Promise<void> =>
  writeFile(
    join(site.pluginsDir, "killer.mjs"),
    `import { appendFileSync, readFileSync } from "node:fs";
const model = { id: "killer-image", kind: "image", displayName: "Killer", providerModelId: "k", paidOnly: false,
  pricing: { creditsPerRun: 2 },
  capabilities: { kind: "image", aspectRatios: ["1:1"], supportsImageReference: false, maxImages: 1 } };
const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
export default (kit) => kit.definePlugin({ name: "killer", version: "1.0.0", provides: { modelProvider: (host) => ({
  id: "killer", resubmit: "once", models: [model],
  async submit({ id, params }) {
    const file = host.dataDir + "/killer.txt";
    appendFileSync(file, id + "\\n");
    const before = readFileSync(file, "utf8").split("\\n").filter((line) => line === id).length;
    if (params.prompt === "[kill]") {
      await new Promise((resolve) => setTimeout(resolve, 400));
      process.kill(process.pid, "SIGKILL");
    }
    if (params.prompt === "[busy]" && before < 2) await new Promise(() => {});
    return { state: "succeeded", outputs: [{ contentType: "image/png", body: png }] };
  } }) } });
`,
  );

test("a job that killed its process twice is not run a third time, and its neighbours are not taken for it (rules/running 27)", async (t) => {
  await writeKiller();
  const first = await site.start();
  const person = await signUp(first.url);
  const api = (url: string) => new Client(url, { authorization: `Bearer ${person.key}` });
  const submit = async (prompt: string): Promise<string> => {
    const { status, body } = await api(first.url).post("/v1/generations", {
      model: "killer-image",
      params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
    });
    t.is(status, 200, JSON.stringify(body));
    return body.job.id;
  };
  const neighbours = [await submit("[busy]"), await submit("[busy]"), await submit("[busy]")];
  const killer = await submit("[kill]");
  t.is((await first.ended).signal, "SIGKILL");
  // The process may die before it has printed that it is ready.
  const second = site.launch();
  t.is((await second.ended).signal, "SIGKILL", second.output);

  // Were the job run once more, it would end the test's own process.
  const third = await site.startHere();
  const job = await waitForJob(api(third.url), killer);
  t.like(job, { status: "failed", costCredits: 0, charged: false });
  t.deepEqual(job.error, { code: "process_died", retryable: false });
  t.regex(job.errorMessage, /died 2 times, so it is not run again\. Nothing was charged/);
  for (const id of neighbours) t.is((await waitForJob(api(third.url), id)).status, "succeeded");
  const submits = (await readFile(join(site.folder, "killer.txt"), "utf8")).split("\n");
  t.is(submits.filter((id) => id === killer).length, 2);
  t.deepEqual(await site.query("SELECT id FROM holds"), []);
  t.deepEqual((await site.verifyLedger()).mismatches, []);
});
