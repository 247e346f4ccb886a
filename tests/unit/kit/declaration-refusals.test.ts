import test from "ava";
import type { Capabilities, Pricing } from "../../../contracts/models.js";
import { capabilityProblems } from "../../../plugins/kit/conformance/check-capabilities.js";
import { checkModels, checkProvider } from "../../../plugins/kit/conformance/check-declaration.js";
import { pricingProblems } from "../../../plugins/kit/conformance/check-pricing.js";
import { mockProvider } from "../../../plugins/providers/mock/mock-provider.js";
import { mockModel } from "../../helpers/mock-model.js";

const changed = (id: string, change: object): Capabilities => ({
  ...mockModel(id).capabilities,
  ...change,
});

const CONTRADICTIONS: readonly (readonly [model: string, change: object, problem: RegExp])[] = [
  ["mock-tts", { defaultVoice: "nobody" }, /defaultVoice is not among voices/],
  ["mock-tts", { voices: [] }, /voices is empty/],
  ["mock-tts", { supportsLyrics: true }, /supportsLyrics on a tts model/],
  ["mock-sfx", { minSeconds: 23 }, /minSeconds is above maxSeconds/],
  ["mock-sfx", { voices: ["aria"] }, /voices on a sfx model/],
  ["mock-music", { targetLanguages: ["de"] }, /targetLanguages on a music model/],
  ["mock-image", { maxImages: 0 }, /maxImages must be/],
  ["mock-image", { aspectRatios: [] }, /aspectRatios is empty/],
  ["mock-image", { aspectRatios: ["1:1", "16:9"] }, /widest to tallest/],
  ["mock-image-qualities", { qualities: ["low", "low"] }, /qualities repeats/],
  ["mock-video", { durations: [0] }, /durations must be above 0/],
  ["mock-video", { durations: [] }, /durations is empty/],
  ["mock-video", { maxReferenceVideos: 1.5 }, /maxReferenceVideos must be/],
  ["mock-video-text", { requiresReferenceImage: true }, /requiresReferenceImage without/],
  ["mock-upscale", { supportedTypes: [] }, /supportedTypes is empty/],
];

for (const [id, change, problem] of CONTRADICTIONS) {
  test(`capabilities are refused: ${id} with ${JSON.stringify(change)}`, (t) => {
    t.regex(capabilityProblems(changed(id, change)).join("; "), problem);
    t.deepEqual(capabilityProblems(mockModel(id).capabilities), []);
  });
}

const PRICES: readonly (readonly [model: string, pricing: Pricing, problem: RegExp | null])[] = [
  ["mock-image", {}, /no pricing basis/],
  ["mock-image", { creditsPerSecond: { "*": 1 } }, /creditsPerSecond on a image model/],
  ["mock-video", { creditsPerThousandChars: 1 }, null],
  ["mock-image", { creditsPerThousandChars: 1 }, null],
  ["mock-upscale", { creditsPerThousandChars: 1 }, /creditsPerThousandChars on a upscale model/],
  ["mock-image", { creditsPerImage: { "2K": 1, "*": 1 } }, /the key 2K, which no choice gives/],
  ["mock-image-resolutions", { creditsPerImage: { "1K": 1, "2K": 1 } }, /no price for 4K/],
  [
    "mock-image-matrix",
    { creditsPerImage: { high: 2, "1K|low": 1 } },
    /no price for 1K\|medium.*no price for 2K\|low/,
  ],
  ["mock-image", { creditsPerImage: {} }, /no price for \*/],
  ["mock-image-matrix", { creditsPerImage: { "1K": 1, "2K": 2, "4K|low": 1, medium: 3, high: 4 } }, null],
  ["mock-video-first-frame", { creditsPerSecond: { "720p": 2, "*": 1 }, creditsPerRun: 1 }, null],
];

for (const [id, pricing, problem] of PRICES) {
  test(`prices of ${id} are ${problem === null ? "fine" : "refused"}: ${JSON.stringify(pricing)}`, (t) => {
    const found = pricingProblems({ ...mockModel(id), pricing });
    if (problem === null) t.deepEqual(found, []);
    else t.regex(found.join("; "), problem);
  });
}

test("a model id that is declared twice, is no slug, or a kind that differs is named", (t) => {
  const image = mockModel("mock-image");
  const failed = checkModels([
    image,
    image,
    { ...image, id: "two words" },
    { ...image, id: "odd", kind: "video" },
  ]).filter(({ ok }) => !ok);
  t.deepEqual(
    failed.map(({ name }) => name),
    ["model ids are unique", "two words: has the shape of a model", "odd: has the shape of a model"],
  );
});

test("a provider without a slug, a submit or models is named", (t) => {
  t.true(checkProvider(mockProvider).ok);
  t.regex(checkProvider({ ...mockProvider, id: "", models: [] }).detail, /id must be a slug; models must be/);
});
