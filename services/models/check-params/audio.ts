import { invalidParams } from "../../../contracts/errors.js";
import { audioParams, type AudioParams } from "../../../contracts/generation-params.js";
import type { AudioCapabilities } from "../../../contracts/models.js";
import { notOneOf, refuseMissing } from "./refusals.js";
import type { CapableModel, KindRules } from "./kind-rules.js";

/** `params` of sound, which depend on the category (rules/models 14, 16 and 17). */
export const audio: KindRules<AudioCapabilities, AudioParams> = {
  shape: audioParams,
  // The table names a category for some fields, a capability for others; prompt and durationSeconds fit all.
  takes: (able) => ({
    kind: true,
    prompt: true,
    voice: able.category === "tts" && (able.voices ?? []).length > 0,
    lyrics: able.category === "music" && able.supportsLyrics,
    styleInstructions: able.supportsStyleInstructions,
    instrumental: able.supportsInstrumental,
    durationSeconds: true,
    sourceStorageId: able.category === "cleanup" || able.category === "dubbing",
    videoStorageId: able.category === "dubbing",
    targetLanguage: able.category === "dubbing" && (able.targetLanguages ?? []).length > 0,
  }),
  check(model, able, params) {
    checkText(model, able, params);
    checkSource(able, params);
    const { voice, targetLanguage } = params;
    const { voices = [], targetLanguages = [] } = able;
    if (voice !== undefined && !voices.includes(voice)) throw notOneOf("voice", voice, voices);
    if (targetLanguage !== undefined && !targetLanguages.includes(targetLanguage))
      throw notOneOf("targetLanguage", targetLanguage, targetLanguages);
    checkSeconds(able, params);
  },
  media: () => ({ sourceStorageId: ["audio"], videoStorageId: ["video"] }),
};

function checkText(model: CapableModel, able: AudioCapabilities, params: AudioParams): void {
  if (able.category === "cleanup" || able.category === "dubbing") return;
  const hasPrompt = params.prompt !== undefined;
  const hasLyrics = (params.lyrics ?? "").trim() !== "";
  if (able.category === "music" && able.supportsLyrics) {
    // A model that only sings needs lyrics even when a prompt is there (rules/models 14).
    if (!hasLyrics && !able.supportsInstrumental)
      refuseMissing("lyrics", `the model ${model.id} makes songs with vocals`);
    if (!hasLyrics && !hasPrompt) refuseMissing("prompt", "music needs params.prompt or params.lyrics");
  } else if (!hasPrompt)
    refuseMissing("prompt", able.category === "tts" ? "it is the text to speak" : "it says what to make");
}

function checkSource(able: AudioCapabilities, params: AudioParams): void {
  if (params.sourceStorageId !== undefined) return;
  if (able.category === "cleanup") refuseMissing("sourceStorageId", "it is the audio to process");
  if (able.category === "dubbing" && params.videoStorageId === undefined)
    refuseMissing("sourceStorageId", "dubbing needs params.sourceStorageId or params.videoStorageId");
}

function checkSeconds(able: AudioCapabilities, params: AudioParams): void {
  const { durationSeconds: given } = params;
  if (given === undefined) {
    if (able.category === "cleanup") refuseMissing("durationSeconds", "cleanup is billed by it");
    return;
  }
  const { minSeconds: min, maxSeconds: max } = able;
  if ((min === undefined || given >= min) && (max === undefined || given <= max)) return;
  const bounds = [min === undefined ? "" : `at least ${min}`, max === undefined ? "" : `at most ${max}`];
  throw invalidParams(
    `params.durationSeconds must be ${bounds.filter((bound) => bound !== "").join(" and ")}; got ${given}.`,
  );
}
