import type { RunBody } from "../../contracts/application-run.js";
import type { ApplicationView } from "../../contracts/applications.js";
import { invalidParams } from "../../contracts/errors.js";
import type { Model } from "../../contracts/models.js";
import { placeMedia } from "./place-media.js";
import type { ServedApplication } from "./served-applications.js";

const LABEL = "Guidance: ";

/**
 * Returns the parameters of the job that a run submits. Throws invalid_params for inputs that the Application
 * does not take.
 */
export function composeParams(
  { view, declared, model }: ServedApplication,
  body: RunBody,
): Record<string, unknown> {
  checkInputs(view, body);
  const prompt = composePrompt(view, model, body);
  return {
    kind: model.kind,
    ...declared.params,
    ...(prompt !== "" && { prompt }),
    ...placeMedia(model.capabilities, body),
    ...duration(model, declared.params, body),
  };
}

/**
 * Joins the base prompt, the preset and the user's text behind its label (rules/applications 3). Speech gets
 * the text without a label, since all of it is spoken.
 */
function composePrompt(view: ApplicationView, { capabilities: able }: Model, body: RunBody): string {
  const { text = "", presetId } = body;
  if (text !== "" && !view.acceptsText) throw invalidParams(`text is not accepted by ${view.id}.`);
  if (text === "" && view.prompt === undefined && view.acceptsText)
    throw invalidParams(`text is required: ${view.id} has no prompt of its own.`);
  const preset = view.presets.find(({ id }) => id === presetId);
  if (presetId !== undefined && preset === undefined) {
    const known = view.presets.map(({ id }) => id).join(", ");
    throw invalidParams(
      known === ""
        ? `presetId is not accepted: ${view.id} has no presets.`
        : `presetId must be one of ${known}.`,
    );
  }
  const isSpeech = able.kind === "audio" && able.category === "tts";
  const guidance = text === "" ? undefined : isSpeech ? text : `${LABEL}${text}`;
  return [view.prompt, preset?.prompt, guidance].filter((part) => part !== undefined).join("\n\n");
}

/** Checks that the run has as many media of the right kind as the Application asks for, and no others. */
function checkInputs({ id, inputKind, minImages, maxImages }: ApplicationView, body: RunBody): void {
  const { imageStorageIds = [], videoStorageId, audioStorageId } = body;
  const most = inputKind === "image" ? maxImages : 0;
  const least = inputKind === "image" ? minImages : 0;
  if (imageStorageIds.length < least || imageStorageIds.length > most)
    throw invalidParams(
      most === 0
        ? `imageStorageIds is not accepted by ${id}.`
        : `imageStorageIds must have ${least === most ? most : `${least} to ${most}`} ${most === 1 ? "id" : "ids"}, not ${imageStorageIds.length}.`,
    );
  for (const [kind, given] of [
    ["video", videoStorageId],
    ["audio", audioStorageId],
  ] as const) {
    if (inputKind === kind && given === undefined)
      throw invalidParams(`${kind}StorageId is required by ${id}.`);
    if (inputKind !== kind && given !== undefined)
      throw invalidParams(`${kind}StorageId is not accepted by ${id}; its inputKind is ${inputKind}.`);
  }
}

/**
 * Returns the declared duration. Applications that are billed by the duration of their source require it
 * (rules/applications 7); others take or ignore it.
 */
function duration(
  { capabilities: able }: Model,
  own: Readonly<Record<string, unknown>>,
  { durationSeconds }: RunBody,
): { durationSeconds?: number } {
  const isTimed = able.kind === "upscale" || (able.kind === "audio" && able.category === "cleanup");
  if (durationSeconds === undefined) {
    if (isTimed && own.durationSeconds === undefined)
      throw invalidParams(
        "durationSeconds is required: this Application is billed by the duration of its source.",
      );
    return {};
  }
  // A source without a duration, such as an image, gets the Application's own.
  if (isTimed) return own.durationSeconds === undefined ? { durationSeconds } : {};
  return able.kind === "audio" && able.category !== "tts" ? { durationSeconds } : {};
}
