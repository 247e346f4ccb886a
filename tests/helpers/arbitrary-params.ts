import fc from "fast-check";
import type {
  AudioCapabilities,
  Capabilities,
  ImageCapabilities,
  VideoCapabilities,
} from "../../contracts/models.js";
import {
  type SampleIds,
  type SampleParams,
  sampleParams,
} from "../../plugins/kit/conformance/sample-params.js";

/** Returns an arbitrary of valid params for the capabilities: the required params and any choice of the optional ones. */
export function arbitraryParams(capabilities: Capabilities, ids: SampleIds): fc.Arbitrary<SampleParams> {
  const least = sampleParams(capabilities, ids);
  return fc
    .record(choices(capabilities, ids), { requiredKeys: [] })
    .map((chosen) => ({ ...least, ...defined(chosen) }));
}

type Choices = Record<string, fc.Arbitrary<unknown>>;

function choices(capabilities: Capabilities, ids: SampleIds): Choices {
  switch (capabilities.kind) {
    case "video":
      return videoChoices(capabilities, ids);
    case "image":
      return imageChoices(capabilities, ids);
    case "audio":
      return audioChoices(capabilities, ids);
    case "upscale":
      return {
        sourceStorageId: fc.constantFrom(...capabilities.supportedTypes.map((type) => ids[type])),
        durationSeconds: seconds(0.1, 90),
      };
  }
}

const videoChoices = (capabilities: VideoCapabilities, ids: SampleIds): Choices => ({
  prompt: text(),
  duration: fc.constantFrom(...capabilities.durations),
  aspectRatio: fc.constantFrom(...capabilities.aspectRatios),
  resolution: oneOf(capabilities.resolutions),
  startFrameStorageId: fc.constant(capabilities.supportsFirstFrame ? ids.image : undefined),
  endFrameStorageId: fc.constant(capabilities.supportsLastFrame ? ids.image : undefined),
  referenceImageStorageIds: upTo(capabilities.maxReferenceImages, ids.image),
  referenceVideoStorageIds: upTo(capabilities.maxReferenceVideos, ids.video),
  referenceAudioStorageIds: upTo(capabilities.maxReferenceAudios, ids.audio),
  generateAudio: capabilities.supportsAudioToggle ? fc.boolean() : fc.constant(undefined),
});

const imageChoices = (capabilities: ImageCapabilities, ids: SampleIds): Choices => ({
  prompt: text(),
  aspectRatio: fc.constantFrom(...capabilities.aspectRatios),
  numImages: fc.integer({ min: 1, max: capabilities.maxImages }),
  resolution: oneOf(capabilities.resolutions),
  quality: oneOf(capabilities.qualities),
  referenceStorageIds: upTo(capabilities.supportsImageReference ? 3 : 0, ids.image),
});

function audioChoices(capabilities: AudioCapabilities, ids: SampleIds): Choices {
  const { category, minSeconds = 0.1, maxSeconds = 60 } = capabilities;
  const speaks = category === "tts" || category === "music" || category === "sfx";
  const isDubbing = category === "dubbing";
  return {
    prompt: speaks ? text() : fc.constant(undefined),
    voice: oneOf(capabilities.voices),
    lyrics: capabilities.supportsLyrics ? text() : fc.constant(undefined),
    styleInstructions: capabilities.supportsStyleInstructions ? text() : fc.constant(undefined),
    instrumental: capabilities.supportsInstrumental ? fc.boolean() : fc.constant(undefined),
    durationSeconds: category === "tts" ? fc.constant(undefined) : seconds(minSeconds, maxSeconds),
    videoStorageId: fc.constant(isDubbing ? ids.video : undefined),
    targetLanguage: oneOf(capabilities.targetLanguages),
  };
}

/** Makes a text that is not blank and has no brackets, which a directive of the mock needs. */
const text = () =>
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 80 })
    .filter((value) => value.trim() !== "" && !value.includes("["));

const seconds = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const oneOf = (values: readonly string[] | undefined) =>
  values === undefined ? fc.constant(undefined) : fc.constantFrom(...values);

/** Makes a list of 1 to `max` ids, because a required reference must keep one. */
const upTo = (max: number, id: string) =>
  max === 0 ? fc.constant(undefined) : fc.array(fc.constant(id), { minLength: 1, maxLength: max });

const defined = (params: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
