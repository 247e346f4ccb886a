import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { build } from "esbuild";
import { packSdk } from "../../../checks/sdk/pack.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

const run = promisify(execFile);

let kiln: Kiln;
let ann: Person;
/** Folder of a third party's project with the library installed from its tarball. */
let folder: string;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.host.baseUrl);
  folder = mkdtempSync(join(tmpdir(), "kiln-installed-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "site", type: "module" }));
  const install = ["install", "--offline", "--no-audit", "--no-fund", packSdk(folder)];
  execFileSync("npm", install, { cwd: folder, stdio: "ignore" });
});
test.after.always(async () => {
  rmSync(folder, { recursive: true, force: true });
  await kiln?.stop();
});

const STORY = `
import { createKiln, NotFoundError, upload, verifyWebhook, WebhookError, waitForJob } from "@kiln-platform/sdk";
const kiln = createKiln({ url: process.env.KILN, key: process.env.KEY });
const { job } = await kiln.generation.create({
  model: "mock-image",
  params: { kind: "image", prompt: "a kiln", aspectRatio: "1:1", numImages: 1 },
});
const done = await waitForJob(kiln, job.id);
const bytes = new Uint8Array(40_000).fill(3);
const open = () => new Blob([bytes]).stream();
const type = { contentType: "application/octet-stream" };
const stored = [await upload(kiln, bytes, type), await upload(kiln, open, { ...type, sizeBytes: bytes.length })];
let jobs = 0;
for await (const each of kiln.generation.list.each({ limit: 1 })) jobs += each.id === job.id ? 1 : 0;
const missing = await kiln.generation.get({ id: crypto.randomUUID() }).catch((error) => error instanceof NotFoundError);
const forged = await verifyWebhook("whsec_AAAA", {}, "{}").catch((error) => error instanceof WebhookError);
console.log(JSON.stringify([done.status, stored.map((each) => each.sizeBytes), jobs, missing, forged]));
`;

/** Returns the Node that runs this test, and that of the host where it is another one. */
function nodes(): Set<string> {
  const outside = (process.env.PATH ?? "").split(delimiter).filter((path) => !path.includes("node_modules"));
  const host = outside.map((path) => join(path, "node")).find((path) => existsSync(path));
  return new Set([process.execPath, host ?? process.execPath]);
}

test("the tarball is installed without anything else, and works in each Node that is here (rules/clients 10)", async (t) => {
  writeFileSync(join(folder, "story.js"), STORY);
  const env = { PATH: process.env.PATH, KILN: kiln.host.baseUrl, KEY: ann.key };
  for (const node of nodes()) {
    const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
    // The program runs asynchronously, because the server that answers it lives in this process.
    const { stdout } = await run(node, ["story.js"], { cwd: folder, env });
    t.deepEqual(JSON.parse(stdout), ["succeeded", [40_000, 40_000], 1, true, true], version);
    t.log(version);
  }
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as {
    packages: object;
  };
  t.deepEqual(Object.keys(packages), ["", "node_modules/@kiln-platform/sdk"]);
});

test("who imports one thing gets little more than that (rules/clients 10)", async (t) => {
  const bundled = async (code: string) => {
    const made = await build({
      stdin: { contents: code, resolveDir: folder },
      bundle: true,
      write: false,
      minify: true,
      format: "esm",
      platform: "neutral",
    });
    return made.outputFiles[0]?.text ?? "";
  };
  const webhooks = await bundled('export { verifyWebhook } from "@kiln-platform/sdk";');
  t.true(webhooks.length < 4_000, `${webhooks.length}`);
  t.notRegex(webhooks, /\/v1\//);
  const single = await bundled('export { Connection, projectsList } from "@kiln-platform/sdk";');
  t.regex(single, /\/v1\/projects/);
  t.notRegex(single, /\/v1\/workflows|\/v1\/events/);
});
