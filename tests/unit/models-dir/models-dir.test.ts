import { mkdir, mkdtemp, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { BUILT_IN_MODELS } from "../../../built-in-models.js";
import { FAL_MODELS } from "../../../plugins/providers/fal/models.js";
import { ConfigError } from "../../../runtime/config/load-config.js";
import { ModelsDir } from "../../../runtime/plugins/models-dir/models-dir.js";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kiln-models-"));
  await mkdir(join(folder, "graphs"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** Returns the message with which the start refuses some files. */
async function refusal(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await folderOf(files);
  try {
    new ModelsDir(folder).check(BUILT_IN_MODELS);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
}

const NEW = `provider: fal
models:
  - id: fal-new
    kind: image
    displayName: New
    providerModelId: fal-ai/new
    pricing: { creditsPerImage: { "*": 2 } }
    capabilities:
      kind: image
      aspectRatios: ["16:9", "1:1"]
      supportsImageReference: false
      maxImages: 4
    inputs: { prompt: prompt }
`;

test("the examples are sound, add models, and change those that there are (rules/running 10)", (t) => {
  const files = new ModelsDir(join(PACKAGE_ROOT, "examples/models"));
  t.notThrows(() => files.check(BUILT_IN_MODELS));
  const fal = files.models("fal", FAL_MODELS);
  t.is(fal.length, FAL_MODELS.length + 1);
  const before = FAL_MODELS.find(({ id }) => id === "fal-flux-dev");
  const changed = fal.find(({ id }) => id === "fal-flux-dev");
  t.deepEqual(changed, { ...before, paidOnly: true, pricing: { creditsPerImage: { "*": 4 } } } as never);
  t.is(fal.at(-1)?.paidOnly, false);
  t.is(files.models("comfyui", [])[0]?.graph?.["3"]?.class_type, "KSampler");
  t.deepEqual(
    files.textModels("openai-compatible", []).map(({ id }) => id),
    ["own-llama"],
  );
  t.deepEqual(
    files.transcribers("openai-compatible", []).map(({ id }) => id),
    ["own-whisper"],
  );
  t.deepEqual(
    files.models("openai-compatible", []).map(({ id }) => id),
    ["own-sdxl", "own-kokoro"],
  );
});

test("JSON works as YAML does; capabilities change one by one (rules/running 10)", async (t) => {
  const folder = await folderOf({
    "a.json": JSON.stringify({
      provider: "fal",
      models: [{ id: "fal-flux-dev", capabilities: { maxImages: 1 } }],
    }),
    "notes.txt": "not read",
  });
  const [model] = new ModelsDir(folder).models("fal", FAL_MODELS);
  const { capabilities } = FAL_MODELS[0] ?? {};
  t.deepEqual(model?.capabilities, { ...capabilities, maxImages: 1 } as never);
});

for (const [what, files, said] of [
  ["a broken list", { "a.yaml": "provider: fal\nmodels: [\n" }, /^MODELS_DIR: a\.yaml:3: /],
  ["broken JSON", { "a.json": '{ "provider": "fal",\n  "models": [ oops }' }, /^MODELS_DIR: a\.json:2: /],
  ["an empty file", { "a.yaml": "" }, /^MODELS_DIR: a\.yaml:1: /],
  ["no provider", { "a.yaml": "models: []" }, /a\.yaml:1: provider is required/],
  [
    "a mistyped key of the file",
    { "a.yaml": "provider: fal\nmodel: []\nmodels: []" },
    /a\.yaml:2: unknown field "model"/,
  ],
  [
    "a model without an id",
    { "a.yaml": "provider: fal\nmodels:\n  - kind: image\n" },
    /a\.yaml:3: models\[0\]\.id/,
  ],
  ["a key that stands twice", { "a.yaml": `${NEW}    kind: image\n` }, /a\.yaml:14: .*unique/i],
  [
    "a mistyped field",
    { "a.yaml": NEW.replace("displayName", "dispayName") },
    /a\.yaml:\d+: fal-new: .*(displayName is required|dispayName)/,
  ],
  [
    "a wrong value",
    { "a.yaml": NEW.replace("maxImages: 4", "maxImages: many") },
    /a\.yaml:12: fal-new: capabilities\.maxImages/,
  ],
  [
    "another kind's capabilities",
    { "a.yaml": NEW.replace("kind: image\n    display", "kind: video\n    display") },
    /a\.yaml:4: fal-new: kind is video/,
  ],
  [
    "a price without a basis",
    { "a.yaml": NEW.replace('{ creditsPerImage: { "*": 2 } }', "{}") },
    /a\.yaml:7: fal-new: no pricing basis/,
  ],
  ["a price that no choice takes", { "a.yaml": NEW.replace('"*": 2', '"4K": 2, "*": 2') }, /a\.yaml:7: .*4K/],
  [
    "ratios in no order",
    { "a.yaml": NEW.replace('["16:9", "1:1"]', '["1:1", "16:9"]') },
    /a\.yaml:8: .*widest to tallest/,
  ],
  [
    "an unknown parameter",
    { "a.yaml": NEW.replace("prompt: prompt", "promt: prompt") },
    /a\.yaml:13: fal-new: promt is no parameter of the kind image; valid: prompt, /,
  ],
  [
    "the same model twice",
    { "a.yaml": NEW, "b.yaml": NEW },
    /b\.yaml:3: the model fal-new stands in a\.yaml:3 too/,
  ],
  [
    "an unknown model of a provider that only changes",
    { "a.yaml": "provider: mock\nmodels:\n  - id: mock-imag\n" },
    /a\.yaml:3: .*did you mean "mock-image"/,
  ],
  [
    "a comfyui model without a graph",
    { "a.yaml": NEW.replace("fal\n", "comfyui\n") },
    /a\.yaml:3: fal-new: graph is required/,
  ],
  [
    "a graph outside",
    { "a.yaml": `${NEW.replace("fal\n", "comfyui\n")}    graph: ../../etc/passwd\n` },
    /a\.yaml:14: graph must name a file below/,
  ],
  [
    "a graph that is not there",
    { "a.yaml": `${NEW.replace("fal\n", "comfyui\n")}    graph: graphs/x.json\n` },
    /a\.yaml:14: graph: graphs\/x\.json cannot be read/,
  ],
  [
    "a place that the graph lacks",
    {
      "a.yaml": `${NEW.replace("fal\n", "comfyui\n").replace("prompt: prompt", 'prompt: "6.txt"')}    graph: graphs/x.json\n`,
      "graphs/x.json": '{ "6": { "class_type": "CLIPTextEncode", "inputs": { "text": "" } } }',
    },
    /a\.yaml:13: fal-new: the node 6 has no input txt; its inputs are text/,
  ],
  ["a bomb of aliases", { "a.yaml": bomb() }, /a\.yaml:1: .*alias/i],
  ["a million brackets", { "a.yaml": "[".repeat(900_000) }, /a\.yaml:1: nests lists and objects/],
  [
    "a hundred maps nested by indentation",
    { "a.yaml": Array.from({ length: 100 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join("") },
    /a\.yaml:41: nests lists and objects/,
  ],
  [
    "a hundred lists nested by indentation",
    { "a.yaml": Array.from({ length: 100 }, (_, depth) => `${" ".repeat(depth)}-\n`).join("") },
    /a\.yaml:41: nests lists and objects/,
  ],
  ["a thousand nested lists", { "a.yaml": "- ".repeat(1000) }, /a\.yaml:1: nests lists and objects/],
] as const)
  test(`${what} is refused with its file and line (rules/running 10)`, async (t) => {
    t.regex(await refusal(files), said);
  });

test("a file of 100 MB is refused before it is read; a folder that is not there, and too many files, are too", async (t) => {
  const folder = await folderOf({ "a.yaml": "" });
  await truncate(join(folder, "a.yaml"), 100 * 1024 * 1024);
  t.throws(() => new ModelsDir(folder), { message: /a\.yaml has 100 MB, and may have 1/ });
  t.throws(() => new ModelsDir(join(folder, "nowhere")), { message: /^MODELS_DIR must be a folder/ });
  const many = await folderOf(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`${at}.yaml`, ""])));
  t.throws(() => new ModelsDir(many), { message: /at most 200 files/ });
});

test("a file of an unknown provider is refused when all plugins are known", async (t) => {
  const files = new ModelsDir(await folderOf({ "a.yaml": NEW.replace("fal\n", "fall\n") }));
  t.notThrows(() => files.check(BUILT_IN_MODELS));
  t.throws(() => files.refuseUnknown(Object.keys(BUILT_IN_MODELS)), {
    message: /a\.yaml:1: .*did you mean "fal"/,
  });
});

function bomb(): string {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let at = 1; at < 9; at += 1)
    lines.push(`a${at}: &a${at} [${Array.from({ length: 9 }, () => `*a${at - 1}`).join(", ")}]`);
  return lines.join("\n");
}

test("a new model with the id of another provider's is refused by its line, rather than its whole provider later (rules/running 10)", async (t) => {
  const taken = NEW.replace("id: fal-new", "id: local-canvas");
  t.is(
    await refusal({ "a.yaml": taken }),
    "MODELS_DIR: a.yaml:3: the model local-canvas belongs to the provider local; give this one another id.",
  );
});
