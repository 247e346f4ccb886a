import test, { type ExecutionContext } from "ava";
import type { ProviderJob } from "../../../plugins/kit/model-provider.js";
import { falProvider } from "../../../plugins/providers/fal/fal-provider.js";
import { FAL_MODELS } from "../../../plugins/providers/fal/models.js";
import { type Answer, serveUpstream, type Vendor } from "../../stand-ins/upstream/serve-upstream.js";
import { comfyui } from "../../stand-ins/upstream/comfyui.js";
import { PICTURE } from "../../stand-ins/upstream/media.js";
import { CASES, ctx, KEY, open, signal } from "../../helpers/upstream-cases.js";

async function serve(t: ExecutionContext, vendor: Vendor) {
  const upstream = await serveUpstream(vendor);
  t.teardown(() => upstream.close());
  return upstream;
}

test("elevenlabs: a dub that clones voices goes on, and one that failed or has an unknown status fails (rules/models 25)", async (t) => {
  const statuses = ["cloning", "dubbing", "dubbed", "failed", "paused"];
  const said: Record<string, Answer> = { failed: { json: { status: "failed", error: "No speech." } } };
  const upstream = await serve(t, ({ path }) => {
    if (path.endsWith("/audio/de")) return { bytes: Buffer.from("sound"), type: "audio/mpeg" };
    const status = statuses.shift() ?? "";
    return said[status] ?? { json: { status } };
  });
  const provider = open("modelProvider", CASES.elevenlabs, upstream.url);
  const look = async () => provider.poll?.({ dubbing: "d", language: "de" }, {} as ProviderJob, ctx);
  t.is((await look())?.state, "pending");
  t.is((await look())?.state, "pending");
  t.is((await look())?.state, "succeeded");
  t.like(await t.throwsAsync(look), { failure: "unknown", message: "No speech.", retryable: false });
  t.like(await t.throwsAsync(look), { failure: "unknown", message: 'ElevenLabs gave the status "paused".' });
});

test("comfyui: a graph of which a part is refused is taken out of the queue (rules/models 55)", async (t) => {
  const each = CASES.comfyui;
  if (!each) throw new Error("none");
  const upstream = await serve(t, comfyui());
  const provider = open("modelProvider", each, upstream.url);
  const [model] = provider.models;
  if (!model) throw new Error("none");
  const jobOf = (id: string, prompt: string) => ({ id, model, params: { ...each.params, prompt } });
  await provider.submit(jobOf("before", "[endless]"), ctx);
  await t.throwsAsync(() => provider.submit(jobOf("half", "[half]"), ctx));
  t.deepEqual(upstream.seen.find(({ method, path }) => method === "POST" && path === "/queue")?.json, {
    delete: ["half"],
  });
});

for (const [what, choice] of [
  ["whose tokens were spent on thinking", { finish_reason: "length", message: { content: "" } }],
  ["without a content", { finish_reason: "stop", message: { content: null } }],
] as const)
  test(`openai: a text ${what} is a failure that was billed (rules/models 25)`, async (t) => {
    const upstream = await serve(t, () => ({
      json: { choices: [choice], usage: { prompt_tokens: 12, completion_tokens: 90 } },
    }));
    const model = open("textModel", CASES.openai, upstream.url);
    const request = { id: "1", instructions: "", prompt: "x", maxOutputTokens: 90 };
    const error = await t.throwsAsync(async () => model.generate(request, { signal }));
    t.like(error, { failure: "unknown", retryable: true, charged: true });
  });

test("google: the picture in which the model thinks is not the result (rules/models 30)", async (t) => {
  const part = (bytes: Buffer) => ({ inlineData: { mimeType: "image/png", data: bytes.toString("base64") } });
  const sketch = { ...part(Buffer.from("a sketch")), thought: true };
  const upstream = await serve(t, () => ({
    json: { candidates: [{ content: { parts: [{ text: "Hm.", thought: true }, sketch, part(PICTURE)] } }] },
  }));
  const provider = open("modelProvider", CASES.google, upstream.url, KEY);
  const model = provider.models.find(({ kind }) => kind === "image");
  if (!model) throw new Error("none");
  const params = { prompt: "x", aspectRatio: "1:1", numImages: 1 };
  const found = await provider.submit({ id: "1", model, params }, ctx);
  if (found.state !== "succeeded") throw new Error(found.state);
  t.deepEqual(
    found.outputs.map(({ body }) => body),
    [PICTURE],
  );
});

test("fal: a picture that its checker blackened is a result where the operator switched the checker off (rules/models 25)", async (t) => {
  const upstream = await serve(t, CASES.fal.vendor(KEY));
  const fixed = { enable_safety_checker: false };
  const provider = falProvider({
    key: KEY,
    allowsPrivate: true,
    baseUrl: upstream.url,
    models: FAL_MODELS.map((model) => ({ ...model, fixed })),
  });
  const model = provider.models.find(({ id }) => id === CASES.fal.model);
  if (!provider.poll || !model) throw new Error("none");
  const job = { id: "1", model, params: { ...CASES.fal.params, prompt: "[black]" } };
  let last = await provider.submit(job, ctx);
  while (last.state === "pending") last = await provider.poll(last.handle, job, ctx);
  t.is(last.outputs.length, 1);
});
