import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import test from "ava";
import { readOutput } from "../../../plugins/kit/conformance/read-output.js";
import { makeSampleMedia } from "../../../plugins/kit/conformance/sample-media.js";
import { serveInputs } from "../../../plugins/kit/conformance/serve-inputs.js";
import { mockProvider } from "../../../plugins/providers/mock/mock-provider.js";
import { mockModel } from "../../helpers/mock-model.js";

const CHILD = `
  import { createHash } from "node:crypto";
  import { buffer } from "node:stream/consumers";
  const [module, handle] = process.argv.slice(1);
  const { mockProvider } = await import(module);
  const ctx = { signal: new AbortController().signal };
  const { outputs } = await mockProvider.poll(JSON.parse(handle), { params: {} }, ctx);
  for (const { body } of outputs) {
    const bytes = Buffer.isBuffer(body) ? body : await buffer(body);
    console.log(createHash("sha256").update(bytes).digest("hex"));
  }
`;

const JOBS = {
  "mock-image": { kind: "image", prompt: "kites", aspectRatio: "16:9", numImages: 3 },
  "mock-video": { kind: "video", prompt: "kites", aspectRatio: "9:16", duration: 2 },
  "mock-sfx": { kind: "audio", prompt: "wind", durationSeconds: 1.25 },
} as const;

for (const [id, params] of Object.entries(JOBS)) {
  test(`${id}: another process makes the same files from the handle alone (rules/models 34)`, async (t) => {
    const { signal } = new AbortController();
    const ctx = serveInputs(await makeSampleMedia(), signal);
    const job = { id: "job", model: mockModel(id), params };
    const progress = await mockProvider.submit(job, ctx);
    if (progress.state !== "pending") return t.fail("submit did not answer pending");
    const done = await mockProvider.poll?.(progress.handle, job, ctx);
    if (done?.state !== "succeeded") return t.fail("poll did not make it");
    const here = [];
    for (const output of done.outputs) {
      here.push(
        createHash("sha256")
          .update(await readOutput(output, signal))
          .digest("hex"),
      );
    }
    const module = new URL("../../../plugins/providers/mock/mock-provider.js", import.meta.url).href;
    const argv = ["--input-type=module", "--eval", CHILD, module, JSON.stringify(progress.handle)];
    const { stdout } = await promisify(execFile)(process.execPath, argv);
    t.deepEqual(stdout.trim().split("\n"), here);
    t.is(new Set(here).size, here.length, "the files of one job differ from each other");
  });
}

test("the same request makes the same handle, whatever the order of its keys; another one does not", async (t) => {
  const seed = async (params: Record<string, unknown>) => {
    const ctx = serveInputs(await makeSampleMedia(), new AbortController().signal);
    const progress = await mockProvider.submit({ id: "job", model: mockModel("mock-image"), params }, ctx);
    return progress.state === "pending" ? progress.handle["seed"] : null;
  };
  const first = await seed({ kind: "image", prompt: "a", aspectRatio: "1:1", numImages: 1 });
  t.is(await seed({ numImages: 1, aspectRatio: "1:1", prompt: "a", kind: "image" }), first);
  t.not(await seed({ kind: "image", prompt: "b", aspectRatio: "1:1", numImages: 1 }), first);
});
