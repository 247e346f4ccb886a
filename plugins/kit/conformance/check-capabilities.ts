import type {
  AudioCapabilities,
  Capabilities,
  ImageCapabilities,
  UpscaleCapabilities,
  VideoCapabilities,
} from "../../../contracts/models.js";

/** Returns the contradictions in a model's capabilities, a sentence each (rules/models 36). */
export function capabilityProblems(capabilities: Capabilities): string[] {
  switch (capabilities.kind) {
    case "video":
      return videoProblems(capabilities);
    case "image":
      return imageProblems(capabilities);
    case "audio":
      return audioProblems(capabilities);
    case "upscale":
      return upscaleProblems(capabilities);
  }
}

function videoProblems(capabilities: VideoCapabilities): string[] {
  const { durations, aspectRatios, resolutions } = capabilities;
  const problems = [...listProblems("durations", durations), ...ratioProblems(aspectRatios)];
  if (durations.some((seconds) => !(seconds > 0))) problems.push("durations must be above 0");
  if (resolutions !== undefined) problems.push(...listProblems("resolutions", resolutions));
  for (const name of ["maxReferenceImages", "maxReferenceVideos", "maxReferenceAudios"] as const) {
    if (!isCount(capabilities[name], 0)) problems.push(`${name} must be a whole number, 0 or more`);
  }
  const takesImages = capabilities.supportsFirstFrame || capabilities.maxReferenceImages > 0;
  if (capabilities.requiresReferenceImage && !takesImages) {
    problems.push("requiresReferenceImage without a first frame and without reference images");
  }
  return problems;
}

function imageProblems({ aspectRatios, resolutions, qualities, maxImages }: ImageCapabilities): string[] {
  const problems = ratioProblems(aspectRatios);
  if (resolutions !== undefined) problems.push(...listProblems("resolutions", resolutions));
  if (qualities !== undefined) problems.push(...listProblems("qualities", qualities));
  if (!isCount(maxImages, 1)) problems.push("maxImages must be a whole number, 1 or more");
  return problems;
}

function audioProblems(capabilities: AudioCapabilities): string[] {
  const { category, voices, defaultVoice, minSeconds, maxSeconds, targetLanguages } = capabilities;
  const problems: string[] = [];
  if (voices !== undefined) problems.push(...listProblems("voices", voices));
  if (voices !== undefined && category !== "tts") problems.push(`voices on a ${category} model`);
  if (defaultVoice !== undefined && !voices?.includes(defaultVoice))
    problems.push("defaultVoice is not among voices");
  if (targetLanguages !== undefined) problems.push(...listProblems("targetLanguages", targetLanguages));
  if (targetLanguages !== undefined && category !== "dubbing")
    problems.push(`targetLanguages on a ${category} model`);
  for (const name of ["supportsLyrics", "supportsInstrumental"] as const) {
    if (capabilities[name] && category !== "music") problems.push(`${name} on a ${category} model`);
  }
  if (minSeconds !== undefined && !(minSeconds >= 0)) problems.push("minSeconds is below 0");
  if (maxSeconds !== undefined && !(maxSeconds > 0)) problems.push("maxSeconds must be above 0");
  if (minSeconds !== undefined && maxSeconds !== undefined && minSeconds > maxSeconds) {
    problems.push("minSeconds is above maxSeconds");
  }
  return problems;
}

const upscaleProblems = ({ supportedTypes }: UpscaleCapabilities): string[] =>
  listProblems("supportedTypes", supportedTypes);

function listProblems(name: string, values: readonly unknown[]): string[] {
  const problems: string[] = [];
  if (values.length === 0) problems.push(`${name} is empty`);
  if (new Set(values).size !== values.length) problems.push(`${name} repeats a value`);
  if (values.includes("")) problems.push(`${name} has an empty value`);
  return problems;
}

/** Checks that ratios are listed from the widest to the tallest; words such as `auto` may stand anywhere. */
function ratioProblems(ratios: readonly string[]): string[] {
  const problems = listProblems("aspectRatios", ratios);
  const numbers = ratios.map(ratioOf).filter((ratio) => !Number.isNaN(ratio));
  const isSorted = numbers.every((ratio, at) => at === 0 || ratio <= (numbers[at - 1] ?? Infinity));
  return isSorted ? problems : [...problems, "aspectRatios must be listed widest to tallest"];
}

function ratioOf(ratio: string): number {
  const [across = Number.NaN, down = Number.NaN] = ratio.split(":").map(Number);
  return across / down;
}

const isCount = (value: number, least: number): boolean => Number.isInteger(value) && value >= least;
