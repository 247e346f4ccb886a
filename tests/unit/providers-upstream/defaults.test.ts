import test from "ava";
import { buildInput, type UpstreamModel } from "../../../plugins/kit/upstream/upstream-model.js";
import { FAL_MODELS } from "../../../plugins/providers/fal/models.js";
import { OPENAI_MODELS } from "../../../plugins/providers/openai/models.js";
import { REPLICATE_MODELS } from "../../../plugins/providers/replicate/models.js";
import { CASES, ctx, KEY, open } from "../../helpers/upstream-cases.js";
import { serveUpstream } from "../../stand-ins/upstream/serve-upstream.js";

const noLinks = () => Promise.reject(new Error("no inputs"));

/** What a model sends for a job that leaves out what it may. */
const inputOf = (model: UpstreamModel, params = {}) => buildInput(model, params, noLinks);

test("a choice that a job leaves out is ordered as the first one, which is billed (rules/models 52)", async (t) => {
  let choices = 0;
  for (const model of [...FAL_MODELS, ...REPLICATE_MODELS, ...OPENAI_MODELS]) {
    const { resolutions, qualities } = model.capabilities as { resolutions?: string[]; qualities?: string[] };
    for (const [param, values] of Object.entries({ resolution: resolutions, quality: qualities })) {
      if (values === undefined) continue;
      const [first, second] = values;
      t.deepEqual(await inputOf(model), await inputOf(model, { [param]: first }), model.id);
      t.notDeepEqual(await inputOf(model), await inputOf(model, { [param]: second }), model.id);
      choices += 1;
    }
  }
  t.true(choices > 3);
});

test("the voice and the seconds that are billed are ordered (rules/models 52)", async (t) => {
  const speech = OPENAI_MODELS.find(({ kind }) => kind === "audio");
  if (speech?.capabilities.kind !== "audio") throw new Error("none");
  t.like(await inputOf(speech), { voice: "alloy" });
  const sound: UpstreamModel = {
    ...speech,
    pricing: { creditsPerSecond: { "*": 1 } },
    capabilities: { ...speech.capabilities, category: "sfx", maxSeconds: 12 },
    inputs: { durationSeconds: "seconds" },
    fixed: {},
  };
  t.deepEqual(await inputOf(sound), { seconds: 12 });
  t.deepEqual(await inputOf(sound, { durationSeconds: 2 }), { seconds: 2 });
  // A sound at a flat price is as long as the upstream makes it.
  t.deepEqual(await inputOf({ ...sound, pricing: { creditsPerRun: 1 } }), {});
});

test("Google is asked for the first resolution that a changed model declares (rules/models 52)", async (t) => {
  const upstream = await serveUpstream(CASES.google.vendor(KEY));
  t.teardown(() => upstream.close());
  const provider = open("modelProvider", CASES.google, upstream.url);
  const ask = async (id: string, resolutions: string[], params: object) => {
    const model = provider.models.find((each) => each.id === id);
    if (model?.capabilities.kind !== "image" && model?.capabilities.kind !== "video") throw new Error(id);
    const changed = { ...model, capabilities: { ...model.capabilities, resolutions } };
    const job = { id: "1", model: changed, params: { prompt: "x", aspectRatio: "16:9", ...params } };
    await provider.submit(job, ctx);
    return upstream.seen.at(-1)?.json;
  };
  t.like(await ask("google-gemini-flash-image", ["2K"], { numImages: 1 }), {
    generationConfig: { imageConfig: { imageSize: "2K" } },
  });
  t.like(await ask("google-veo-3-1-fast", ["1080p"], { duration: 8 }), {
    parameters: { resolution: "1080p" },
  });
});
