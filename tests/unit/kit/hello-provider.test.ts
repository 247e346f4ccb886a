import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import test from "ava";
import sharp from "sharp";
import { checkModelProvider } from "../../../plugins/kit/conformance/model-provider.js";
import { readOutput } from "../../../plugins/kit/conformance/read-output.js";
import { makeSampleMedia } from "../../../plugins/kit/conformance/sample-media.js";
import { serveInputs } from "../../../plugins/kit/conformance/serve-inputs.js";
import type { ModelProvider } from "../../../plugins/kit/model-provider.js";
import { kit, type PluginExport } from "../../../plugins/kit/kit.js";

const root = new URL("../../../../", import.meta.url);
const file = new URL("examples/plugins/hello-provider.mjs", root);
const run = promisify(execFile);
const bin = (name: string) => fileURLToPath(new URL(`node_modules/.bin/${name}`, root));

/** Loads the file as it stands in the repository, uncompiled, as an operator would put it into PLUGINS_DIR. */
async function load(): Promise<ModelProvider> {
  const { default: exported }: { default: PluginExport } = await import(file.href);
  const definition = typeof exported === "function" ? exported(kit) : exported;
  const provider = definition.provides.modelProvider;
  if (provider === undefined || typeof provider === "function") throw new Error("no model provider");
  return provider;
}

test("the example provider is one formatted file of under 40 lines without an import of ours", async (t) => {
  const source = await readFile(file, "utf8");
  t.true(source.trimEnd().split("\n").length < 40);
  const imports = [...source.matchAll(/^import .* from "(.*)";$/gm)].map(([, from]) => from);
  t.deepEqual(imports, ["node:zlib"]);
  await t.notThrowsAsync(run(bin("oxfmt"), ["--check", fileURLToPath(file)], { cwd: fileURLToPath(root) }));
});

test("the example provider has the types of the kit", async (t) => {
  const options = "--noEmit --ignoreConfig --allowJs --checkJs --strict --skipLibCheck --types node";
  const target = "--target es2023 --lib es2023,esnext.disposable --module nodenext";
  const args = [...options.split(" "), ...target.split(" "), fileURLToPath(file)];
  await t.notThrowsAsync(run(bin("tsc"), args, { cwd: fileURLToPath(root) }));
});

test("the example provider passes the suite that each model provider runs (rules/models 36)", async (t) => {
  const report = await checkModelProvider(await load());
  t.deepEqual(
    report.filter(({ ok }) => !ok),
    [],
  );
  t.true(report.length >= 7);
});

test("the example provider makes a square of one colour, which the prompt decides", async (t) => {
  const provider = await load();
  const [model] = provider.models;
  if (model === undefined) return t.fail("no model");
  const { signal } = new AbortController();
  const ctx = serveInputs(await makeSampleMedia(), signal);
  const coloursOf = async (prompt: string) => {
    const job = {
      id: "job",
      model,
      params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
    };
    const progress = await provider.submit(job, ctx);
    if (progress.state !== "succeeded" || progress.outputs[0] === undefined) throw new Error("no output");
    const { data, info } = await sharp(await readOutput(progress.outputs[0], signal))
      .raw()
      .toBuffer({ resolveWithObject: true });
    t.like(info, { width: 64, height: 64 });
    const pixels = data.toString("hex").match(/.{6}/g) ?? [];
    return [...new Set(pixels)];
  };
  const kite = await coloursOf("kite");
  t.is(kite.length, 1);
  t.deepEqual(await coloursOf("kite"), kite);
  t.notDeepEqual(await coloursOf("hawk"), kite);
});
