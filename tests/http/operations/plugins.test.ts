import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { isInRings, ofRings } from "../../helpers/of-rings.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { writeSwapProvider } from "../../helpers/swap-provider.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
let operator: Person;
test.before(async () => {
  kiln = await startKiln();
  operator = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const folder = () => kiln.host.config.pluginsDir;

const writeVersion = (version: string, body = "", name = "swap") =>
  writeSwapProvider(folder(), name, version, body);

const models = async (): Promise<{ id: string; displayName: string }[]> =>
  (await operator.api.get("/v1/models")).body.models;
const nameOf = async (id: string) => (await models()).find((model) => model.id === id)?.displayName;
const listed = async (name: string) =>
  (await operator.session.get("/v1/admin/plugins")).body.plugins.find(
    (plugin: { name: string }) => plugin.name === name,
  );
const submit = (prompt: string, model = "swap-image") =>
  operator.api.post("/v1/generations", {
    model,
    params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
  });
const madeBy = async (id: string) => {
  const job = await waitForJob(operator.api, id);
  return /made by .*$/.exec(await (await fetch(job.resultUrls[0])).text())?.[0];
};

test.serial(
  "a plugin that is added, edited and removed takes effect while the process runs (rules/operations 2)",
  async (t) => {
    await writeVersion("1.0.0");
    await until(async () => (await nameOf("swap-image")) === "Version 1.0.0");
    t.true((await operator.api.get("/v1/health")).body.providers.swap);
    t.is(await madeBy((await submit("first")).body.job.id), "made by 1.0.0");

    const running = await submit("wait=1500");
    await waitForJob(operator.api, running.body.job.id, ["running"]);
    await writeVersion("2.0.0");
    await until(async () => (await nameOf("swap-image")) === "Version 2.0.0");
    t.is(await madeBy((await submit("second")).body.job.id), "made by 2.0.0");
    t.is(await madeBy(running.body.job.id), "made by 1.0.0", "what was in hand finishes on the old version");

    await writeVersion("3.0.0", "throw new Error('this version is broken');");
    // The files are written one after the other, so the host may have tried the folder in between.
    await until(async () => /this version is broken/.test((await listed("swap")).error));
    const failed = await listed("swap");
    t.is(failed.status, "failed");
    t.is(failed.version, "2.0.0");
    t.regex(failed.error, /2\.0\.0 keeps serving/);
    t.is(await madeBy((await submit("third")).body.job.id), "made by 2.0.0");

    await writeVersion("4.0.0");
    await until(async () => (await listed("swap")).version === "4.0.0");
    t.is((await listed("swap")).status, "loaded");
    const reloaded = await operator.session.post("/v1/admin/plugins/swap/reload");
    t.is(reloaded.status, 200);
    t.is(reloaded.body.plugins[0].status, "loaded");

    await rm(join(folder(), "swap"), { recursive: true });
    await until(async () => (await nameOf("swap-image")) === undefined);
    t.is((await submit("gone")).status, 404);
    t.is(await listed("swap"), undefined);
  },
);

test.serial(
  "an unsound plugin is named with its reason, and the others serve on (rules/operations 1)",
  async (t) => {
    await writeFile(
      join(folder(), "bad.mjs"),
      "export default { name: 'bad', version: '1', provides: { modelProvider: { id: 'bad', models: [{}], resubmit: 'once', submit() {} } } };",
    );
    await until(async () => (await listed("bad"))?.status === "failed");
    t.regex((await listed("bad")).error, /model of the provider bad is not sound.*id is required/);
    await writeFile(
      join(folder(), "thief.mjs"),
      "export default { name: 'thief', version: '1', provides: { modelProvider: { id: 'mock', models: [], resubmit: 'once', submit() {} } } };",
    );
    await until(async () => (await listed("thief"))?.status === "failed");
    t.regex((await listed("thief")).error, /mock provides modelProvider "mock" already/);
    t.is((await submit("x", "mock-image")).status, 200);
    t.is((await operator.session.post("/v1/admin/plugins/nobody/reload")).status, 404);
  },
);

test.serial(
  `${isInRings() ? "each fourth" : "every"} plugin that is listed can be loaded again, a built-in one too (rules/operations 2)`,
  async (t) => {
    const before = (await operator.session.get("/v1/admin/plugins")).body.plugins as {
      name: string;
      file: string;
      status: string;
    }[];
    const ours = before.filter(({ file }) => file === "built in");
    t.true(ours.length > 10);
    for (const plugin of ofRings(ours, { each: 4 })) {
      const reloaded = await operator.session.post(`/v1/admin/plugins/${plugin.name}/reload`);
      t.is(reloaded.status, 200, plugin.name);
      t.deepEqual(reloaded.body.plugins, [plugin]);
    }
    t.is((await submit("x", "mock-image")).status, 200);
  },
);

const VERSIONS = isInRings() ? 15 : 50;

test.serial(
  `${VERSIONS} new versions under load drop no request and lose no job (rules/operations 2)`,
  async (t) => {
    await writeVersion("0.0.0", "", "busy");
    await until(async () => (await nameOf("busy-image")) === "Version 0.0.0");
    const ids: string[] = [];
    const refused: unknown[] = [];
    const over = new AbortController();
    const load = Array.from({ length: 3 }, async () => {
      while (!over.signal.aborted) {
        const answer = await submit("wait=20", "busy-image");
        if (answer.status === 200) ids.push(answer.body.job.id);
        else refused.push(answer.body);
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
    });
    for (let version = 1; version <= VERSIONS; version += 1) {
      await writeVersion(`0.0.${version}`, "", "busy");
      await operator.session.post("/v1/admin/plugins/busy/reload");
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    over.abort();
    await Promise.all(load);
    t.deepEqual(
      refused.filter((body) => !JSON.stringify(body).includes("insufficient_credits")),
      [],
    );
    const jobs = await Promise.all(ids.map((id) => waitForJob(operator.api, id)));
    t.true(jobs.length > VERSIONS / 3);
    t.true(jobs.every(({ status }) => status === "succeeded"));
    await until(async () => (await nameOf("busy-image")) === `Version 0.0.${VERSIONS}`);
  },
);
