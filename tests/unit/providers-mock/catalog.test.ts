import test from "ava";
import { AUDIO_CATEGORIES, type Capabilities, KINDS } from "../../../contracts/models.js";
import { mockModels } from "../../../plugins/providers/mock/models/index.js";

const of = <K extends Capabilities["kind"]>(kind: K) =>
  mockModels
    .map(({ capabilities }) => capabilities)
    .filter((each): each is Extract<Capabilities, { kind: K }> => each.kind === kind);

/** Returns the distinct answers that the models of a kind give to a question. */
const answers = <T>(list: readonly T[], ask: (each: T) => unknown) =>
  [...new Set(list.map(ask))].map(String).toSorted();

const BOTH = ["false", "true"];

test("each kind has free models and a paidOnly one (rules/models 34)", (t) => {
  for (const kind of KINDS) {
    const models = mockModels.filter((model) => model.kind === kind);
    t.deepEqual(
      answers(models, ({ paidOnly }) => paidOnly),
      BOTH,
      kind,
    );
  }
});

test("video models cover frames, references, sources, sound and resolutions (rules/models 34)", (t) => {
  const video = of("video");
  t.deepEqual(
    answers(video, (each) => `${each.supportsFirstFrame}/${each.supportsLastFrame}`),
    ["false/false", "true/false", "true/true"],
  );
  for (const cap of ["maxReferenceImages", "maxReferenceVideos", "maxReferenceAudios"] as const) {
    t.true(answers(video, (each) => each[cap]).length >= 3, `${cap}: zero and two other caps`);
    t.true(answers(video, (each) => each[cap]).includes("0"));
  }
  t.deepEqual(
    answers(video, (each) => each.requiresSourceVideo),
    BOTH,
  );
  t.deepEqual(
    answers(video, (each) => each.requiresReferenceImage),
    BOTH,
  );
  t.deepEqual(
    answers(video, (each) => each.supportsAudioToggle),
    BOTH,
  );
  t.deepEqual(
    answers(video, (each) => each.resolutions !== undefined),
    BOTH,
  );
  const needy = video.filter((each) => each.requiresReferenceImage);
  t.deepEqual(
    answers(needy, (each) => `${each.supportsFirstFrame}/${each.maxReferenceImages > 0}`),
    ["false/true", "true/false", "true/true"],
  );
});

test("image models cover references, resolutions x qualities and counts (rules/models 34)", (t) => {
  const image = of("image");
  t.deepEqual(
    answers(image, (each) => each.supportsImageReference),
    BOTH,
  );
  t.deepEqual(
    answers(image, (each) => each.maxImages),
    ["1", "4"],
  );
  t.deepEqual(
    answers(image, (each) => `${each.resolutions !== undefined}/${each.qualities !== undefined}`),
    ["false/false", "false/true", "true/false", "true/true"],
  );
});

test("audio models cover each category and what it may take (rules/models 34)", (t) => {
  const audio = of("audio");
  t.deepEqual(
    answers(audio, (each) => each.category),
    AUDIO_CATEGORIES.toSorted(),
  );
  const tts = audio.filter(({ category }) => category === "tts");
  t.deepEqual(
    answers(tts, (each) => `${each.voices !== undefined}/${each.defaultVoice !== undefined}`),
    ["false/false", "true/false", "true/true"],
  );
  t.deepEqual(
    answers(tts, (each) => each.supportsStyleInstructions),
    BOTH,
  );
  const music = audio.filter(({ category }) => category === "music");
  t.deepEqual(
    answers(music, (each) => `${each.supportsLyrics}/${each.supportsInstrumental}`),
    ["false/false", "false/true", "true/false", "true/true"],
  );
  t.deepEqual(
    answers(music, (each) => each.maxSeconds !== undefined),
    BOTH,
  );
  t.true(
    audio.some(
      (each) => each.category === "sfx" && each.minSeconds !== undefined && each.maxSeconds !== undefined,
    ),
  );
  const dubbing = audio.filter(({ category }) => category === "dubbing");
  t.deepEqual(
    answers(dubbing, (each) => each.targetLanguages !== undefined),
    BOTH,
  );
});

test("upscale models take images, videos or both (rules/models 34)", (t) => {
  t.deepEqual(
    answers(of("upscale"), (each) => each.supportedTypes.toSorted().join("+")),
    ["image", "image+video", "video"],
  );
});

test("each pricing basis, each sort of key and sums of two bases occur (rules/billing 3 and 4)", (t) => {
  const bases = mockModels.map(({ pricing }) => Object.keys(pricing).toSorted().join("+"));
  for (const basis of ["creditsPerSecond", "creditsPerImage", "creditsPerRun", "creditsPerThousandChars"]) {
    t.true(bases.includes(basis), basis);
    if (basis !== "creditsPerRun")
      t.true(
        bases.some((each) => each.includes("+") && each.includes(basis)),
        basis,
      );
  }
  const perSecond = mockModels.flatMap(({ pricing }) => Object.keys(pricing.creditsPerSecond ?? {}));
  t.true(perSecond.includes("*") && perSecond.includes("1080p"));
  const perImage = mockModels.flatMap(({ pricing }) => Object.keys(pricing.creditsPerImage ?? {}));
  for (const key of ["*", "1K", "high", "2K|low"]) t.true(perImage.includes(key), key);
});

test("mock-image stays the plain one", (t) => {
  t.like(
    mockModels.find(({ id }) => id === "mock-image"),
    {
      pricing: { creditsPerImage: { "*": 4 } },
      capabilities: {
        aspectRatios: ["16:9", "1:1", "9:16"],
        supportsImageReference: true,
        maxImages: 4,
      },
    },
  );
});
