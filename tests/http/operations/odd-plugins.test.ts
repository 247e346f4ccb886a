import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let site: Site;
let kiln: KilnProcess;
let operator: Person;
test.before(async () => {
  site = await openSite({ PROVIDER_GONE_SECONDS: "2" });
  kiln = await site.start();
  operator = await signUp(kiln.url);
});
test.after.always(() => site?.close());

interface Listed {
  name: string;
  version: string;
  status: string;
  error: string | null;
}
const list = async (): Promise<Listed[]> => (await operator.session.get("/v1/admin/plugins")).body.plugins;
const listed = async (name: string) => (await list()).find((plugin) => plugin.name === name);
const models = async (): Promise<{ id: string; provider: string; displayName: string }[]> =>
  (await operator.api.get("/v1/models")).body.models;
const write = (name: string, text: string) => writeFile(join(site.pluginsDir, name), text);

const definition = (name: string, version: string, model = `${name}-image`, body = "return done;") => `{
  name: "${name}", version: "${version}", provides: { modelProvider: { id: "${name}", resubmit: "once", models: [{
    id: "${model}", kind: "image", displayName: "${name} ${version}", providerModelId: "x", paidOnly: false, pricing: { creditsPerRun: 1 },
    capabilities: { kind: "image", aspectRatios: ["1:1"], supportsImageReference: false, maxImages: 1 } }],
    async submit(job) {
      const done = { state: "succeeded", outputs: [{ contentType: "image/png", body: Buffer.from("${PNG()}", "base64") }] };
      ${body}
    } } } }`;
function PNG(): string {
  return "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
}
const submit = async (model: string, prompt = "x"): Promise<string> => {
  const { status, body } = await operator.api.post("/v1/generations", {
    model,
    params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.job.id;
};

test.serial(
  "plugins in .ts, .cjs and folders with a package.json main load; every other form is named (rules/operations 1 and 2)",
  async (t) => {
    await write(
      "typed.ts",
      `const name: string = "typed";\nexport default ${definition("typed", "1")};\nvoid name;\n`,
    );
    await write("common.cjs", `module.exports = ${definition("common", "1")};\n`);
    await mkdir(join(site.pluginsDir, "packed/src"), { recursive: true });
    await write("packed/package.json", JSON.stringify({ name: "packed", main: "src/entry" }));
    await write("packed/src/part.cjs", `exports.version = "1";\n`);
    await write(
      "packed/src/entry.cjs",
      `const { version } = require("./part.cjs");\nmodule.exports = { ...${definition("packed", "?")}, version };\n`,
    );
    await write("notes.txt", "buy milk");
    await mkdir(join(site.pluginsDir, "empty"));
    await mkdir(join(site.pluginsDir, "astray"));
    await write("astray/package.json", JSON.stringify({ main: "../typed.ts" }));
    for (const name of ["typed", "common", "packed"])
      t.is(
        (await until(async () => ((await listed(name))?.status === "loaded" ? listed(name) : null)))?.version,
        "1",
      );
    for (const [name, reason] of [
      ["notes.txt", /unknown form: a plugin is a file \(\.js, \.mjs, \.cjs, \.ts/],
      ["empty/", /no entry point: a plugin is/],
      ["astray/", /lies outside of the folder/],
    ] as const) {
      const found = await until(() => listed(name));
      t.is(found.status, "failed");
      t.regex(found.error ?? "", reason);
    }
    await write("packed/src/part.cjs", `exports.version = "2";\n`);
    t.truthy(await until(async () => (await listed("packed"))?.version === "2"));
    await rm(join(site.pluginsDir, "notes.txt"));
    t.truthy(await until(async () => (await listed("notes.txt")) === undefined));
    t.is((await waitForJob(operator.api, await submit("common-image"))).status, "succeeded");
  },
);

test.serial(
  "of two providers with one model id the later is refused with the reason, also after edits of the first (rules/models 3)",
  async (t) => {
    await write("zebra.mjs", `export default ${definition("zebra", "1", "shared-image")};`);
    await until(async () => (await models()).some(({ id }) => id === "shared-image"));
    await write("ape.mjs", `export default ${definition("ape", "1", "shared-image")};`);
    const refused = await until(async () =>
      (await listed("ape"))?.status === "failed" ? listed("ape") : null,
    );
    t.regex(
      refused?.error ?? "",
      /The model shared-image belongs to the provider zebra, so the provider ape is refused/,
    );
    for (const version of ["2", "3"]) {
      await write("zebra.mjs", `export default ${definition("zebra", version, "shared-image")};`);
      await until(async () => (await listed("zebra"))?.version === version);
      t.is((await models()).find(({ id }) => id === "shared-image")?.provider, "zebra");
      t.is((await listed("ape"))?.status, "failed");
    }
    await rm(join(site.pluginsDir, "zebra.mjs"));
    t.truthy(
      await until(async () => (await models()).find(({ id }) => id === "shared-image")?.provider === "ape"),
    );
    t.is((await listed("ape"))?.status, "loaded");
  },
);

const LEAKS: [string, string][] = [
  ["a timer", `setTimeout(() => { throw new Error("late"); }, 1);`],
  [
    "an event",
    `const { EventEmitter } = await import("node:events"); setImmediate(() => new EventEmitter().emit("error", new Error("unheard")));`,
  ],
  ["a promise", `void Promise.reject(new Error("forgotten"));`],
];
for (const [index, [what, code]] of LEAKS.entries()) {
  test.serial(
    `an error that ${what} of a plugin throws names it, and after three it is switched off (rules/running 26)`,
    async (t) => {
      const name = `leaky-${index}`;
      const text = (version: string, body: string) =>
        write(
          `${name}.mjs`,
          `export default ${definition(name, version, `${name}-image`, `${body} return done;`)};`,
        );
      await text("1", code);
      await until(async () => (await models()).some(({ id }) => id === `${name}-image`));
      for (const count of [1, 2]) {
        t.is((await waitForJob(operator.api, await submit(`${name}-image`))).status, "succeeded");
        t.truthy(
          await until(async () =>
            new RegExp(`uncaught error, ${count} so far`).test((await listed(name))?.error ?? ""),
          ),
        );
        t.is((await listed(name))?.status, "loaded");
      }
      t.is((await waitForJob(operator.api, await submit(`${name}-image`))).status, "succeeded");
      const off = await until(async () => ((await listed(name))?.status === "off" ? listed(name) : null));
      t.regex(off?.error ?? "", /switched off after 3 uncaught errors/);
      t.truthy(await until(async () => !(await models()).some(({ id }) => id === `${name}-image`)));
      t.regex(kiln.output, new RegExp(`The plugin ${name} threw an uncaught error`));
      t.is(
        (await waitForJob(operator.api, await submit("mock-image"))).status,
        "succeeded",
        "the process lives on",
      );
      await text("2", "");
      t.truthy(await until(async () => (await listed(name))?.status === "loaded"));
      t.is((await listed(name))?.error, null);
      t.is((await waitForJob(operator.api, await submit(`${name}-image`))).status, "succeeded");
    },
  );
}

test.serial(
  "jobs of a plugin that was switched off wait, and fail uncharged when their time is over (rules/running 26)",
  async (t) => {
    await write(
      "bomb.mjs",
      `export default ${definition(
        "bomb",
        "1",
        "bomb-image",
        `
    if (job.params.prompt === "wait") return { state: "pending", handle: { at: 1 }, pollAfterMs: 300 };
    for (let left = 3; left > 0; left -= 1) setTimeout(() => { throw new Error("boom"); }, 1);
    return done;`,
      ).replace(
        "async submit",
        `async poll(handle) { return { state: "pending", handle, pollAfterMs: 300 }; },\n    async submit`,
      )};`,
    );
    await until(async () => (await models()).some(({ id }) => id === "bomb-image"));
    const waiting = await submit("bomb-image", "wait");
    await waitForJob(operator.api, waiting, ["running"]);
    await submit("bomb-image", "boom");
    t.truthy(await until(async () => (await listed("bomb"))?.status === "off"));
    const job = await waitForJob(operator.api, waiting);
    t.like(job, { status: "failed", costCredits: 0 });
    t.regex(job.errorMessage, /The provider bomb is not running any more/);
  },
);

test.serial("operations can be unloaded and loaded again (rules/operations 3)", async (t) => {
  const change = (verb: string) => operator.session.post(`/v1/admin/services/operations/${verb}`, {});
  t.is((await change("unload")).status, 200);
  t.is((await operator.session.get("/v1/admin/tasks")).status, 503);
  const loaded = await change("load");
  t.is(loaded.status, 200, JSON.stringify(loaded.body));
  t.is((await operator.session.get("/v1/admin/tasks")).status, 200);
  t.is((await change("reload")).status, 200);
  t.is((await new Client(kiln.url).post("/v1/admin/services/operations/unload", {})).status, 401);
});

test.serial(
  "a plugin whose start throws names itself once in the log and in the list, whatever it throws (rules/operations 1)",
  async (t) => {
    const starting = (name: string, thrown: string) =>
      `export default { name: "${name}", version: "1", provides: { textModel: () => { throw ${thrown}; } } };\n`;
    await write("fails-by-error.mjs", starting("fails-by-error", 'new Error("no room for it")'));
    await write("fails-by-object.mjs", starting("fails-by-object", '{ reason: "no room for it" }'));
    const error = await until(async () => (await listed("fails-by-error"))?.error);
    const object = await until(async () => (await listed("fails-by-object"))?.error);
    t.regex(error, /no room for it/);
    t.regex(object, /reason: 'no room for it'/);
    const lines = kiln.output.split("\n").filter((line) => line.includes("was not loaded"));
    for (const name of ["fails-by-error", "fails-by-object"])
      t.is(lines.filter((line) => line.includes(`"plugin":"${name}"`)).length, 1, kiln.output);
    t.notRegex(kiln.output, /object Object/);
  },
);
