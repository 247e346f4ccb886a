import { z } from "zod";
import { inputLimit } from "../../contracts/input-limit.js";
import { model } from "../../contracts/models.js";
import { application, applicationCollection } from "../../contracts/applications.js";
import { languageTag } from "../../contracts/transcriptions.js";
import type { PluginPoints, PointName } from "../../plugins/kit/define-plugin.js";
import { issueSentence } from "../actions/issue-sentence.js";
import { serviceProblem } from "./services/check-service.js";
import { workflowNodeProblem } from "./check-workflow-node.js";

const declared = model.omit({ provider: true, enabled: true });
const inputLimits = z.record(z.string(), inputLimit);
/** The seconds of thirty days. */
const MAX_DEADLINE_SECONDS = 2_592_000;
const SLUG = /^[a-z0-9][a-z0-9-]{0,63}$/;

/**
 * Returns the reason why a driver cannot serve, or null. A new version is checked before it replaces the old
 * one.
 */
export function driverProblem(point: PointName, driver: PluginPoints[PointName]): string | null {
  if (typeof driver !== "object" || driver === null) return `A ${point} must be an object.`;
  const { close } = driver as { close?: unknown };
  if (close !== undefined && typeof close !== "function")
    return `The close of a ${point} must be a function.`;
  switch (point) {
    case "modelProvider":
      return providerProblem(driver as Partial<PluginPoints["modelProvider"]>);
    case "textModel":
      return textModelProblem(driver as Partial<PluginPoints["textModel"]>);
    case "workflowNode":
      return workflowNodeProblem(driver as PluginPoints["workflowNode"]);
    case "transcriber":
      return transcriberProblem(driver as Partial<PluginPoints["transcriber"]>);
    case "applications":
      return applicationsProblem(driver as Partial<PluginPoints["applications"]>);
    case "storageDriver":
      return verbsProblem(point, driver, "scheme", SCHEME, ["open"]);
    case "paymentGateway":
      return verbsProblem(point, driver, "id", SLUG, GATEWAY_VERBS);
    case "mailer":
      return verbsProblem(point, driver, "id", SLUG, ["send"]);
    case "graphqlPlugin":
      return verbsProblem(point, driver, "id", SLUG, ["requestDidStart"]);
    case "service":
      return serviceProblem(driver as Partial<PluginPoints["service"]>);
  }
}

const SCHEME = /^[a-z][a-z0-9+.-]{0,31}$/;
const GATEWAY_VERBS = [
  "createCheckout",
  "setCancelAtPeriodEnd",
  "endSubscription",
  "receive",
] satisfies (keyof PluginPoints["paymentGateway"])[];

/** Checks a driver that consists of a name and some functions. */
function verbsProblem(
  point: PointName,
  driver: object,
  key: string,
  names: RegExp,
  verbs: readonly string[],
): string | null {
  const given = driver as Readonly<Record<string, unknown>>;
  const { [key]: name } = given;
  if (typeof name !== "string" || !names.test(name))
    return `A ${point}'s ${key} must be of lower-case letters, digits and dashes, and begin with a letter or a digit.`;
  const missing = verbs.find((verb) => typeof given[verb] !== "function");
  return missing === undefined ? null : `The ${point} ${name} has no ${missing}.`;
}

function providerProblem(provider: Partial<PluginPoints["modelProvider"]>): string | null {
  if (typeof provider.id !== "string" || !SLUG.test(provider.id))
    return "A modelProvider's id must be a slug of lower-case letters, digits and dashes.";
  if (typeof provider.submit !== "function") return `The provider ${provider.id} has no submit.`;
  if (provider.resubmit !== "once" && provider.resubmit !== "never")
    return `The provider ${provider.id} must say resubmit: "once" or "never".`;
  const { deadlineSeconds } = provider;
  if (
    deadlineSeconds !== undefined &&
    !(typeof deadlineSeconds === "number" && deadlineSeconds > 0 && deadlineSeconds <= MAX_DEADLINE_SECONDS)
  )
    return `The deadlineSeconds of the provider ${provider.id} must be above 0 and at most ${MAX_DEADLINE_SECONDS}.`;
  const limits = inputLimits.optional().safeParse(provider.inputLimits, { reportInput: true });
  if (!limits.success)
    return `The inputLimits of the provider ${provider.id} are not sound: ${issueSentence(limits.error.issues)}`;
  if (!Array.isArray(provider.models)) return `The provider ${provider.id} declares no models.`;
  for (const each of provider.models) {
    const parsed = declared.safeParse(each, { reportInput: true });
    if (!parsed.success)
      return `A model of the provider ${provider.id} is not sound: ${issueSentence(parsed.error.issues)}`;
    if (each.capabilities.kind !== each.kind)
      return `The model ${each.id} is of kind ${each.kind}, its capabilities are of kind ${each.capabilities.kind}.`;
  }
  return null;
}

function textModelProblem(model: Partial<PluginPoints["textModel"]>): string | null {
  if (typeof model.id !== "string" || !SLUG.test(model.id))
    return "A textModel's id must be a slug of lower-case letters, digits and dashes.";
  if (model.id === "auto") return 'The id "auto" is taken: it leaves the choice to Kiln.';
  for (const verb of ["generate", "translate", "countTokens"] as const)
    if (typeof model[verb] !== "function") return `The text model ${model.id} has no ${verb}.`;
  const price: unknown = model.creditsPerThousandTokens;
  const amounts = typeof price === "object" && price !== null ? Object.values(price) : [];
  if (amounts.length !== 2 || !amounts.every((amount) => typeof amount === "number" && amount >= 0))
    return `The text model ${model.id} must declare creditsPerThousandTokens: { input, output }.`;
  return Number.isInteger(model.maxOutputTokens) && Number(model.maxOutputTokens) > 0
    ? null
    : `The text model ${model.id} must declare maxOutputTokens.`;
}

function transcriberProblem(transcriber: Partial<PluginPoints["transcriber"]>): string | null {
  const { id, provider, displayName, resubmit, languages } = transcriber;
  if (typeof id !== "string" || !SLUG.test(id))
    return "A transcriber's id must be a slug of lower-case letters, digits and dashes.";
  if (typeof provider !== "string" || !SLUG.test(provider))
    return `The transcriber ${id} must name its provider by a slug.`;
  if (typeof displayName !== "string" || displayName.trim() === "")
    return `The transcriber ${id} has no displayName.`;
  if (typeof transcriber.submit !== "function") return `The transcriber ${id} has no submit.`;
  if (resubmit !== "once" && resubmit !== "never")
    return `The transcriber ${id} must say resubmit: "once" or "never".`;
  if (languages !== undefined && !z.array(languageTag).min(1).safeParse(languages).success)
    return `The languages of the transcriber ${id} must be language tags such as en or pt-BR.`;
  return null;
}

const declaredApplication = application
  .partial({
    inputKind: true,
    minImages: true,
    maxImages: true,
    presets: true,
  })
  .extend({ params: z.record(z.string(), z.unknown()) });

function applicationsProblem({
  id,
  applications,
  collections,
}: Partial<PluginPoints["applications"]>): string | null {
  if (typeof id !== "string" || !SLUG.test(id))
    return "The id of a set of applications must be a slug of lower-case letters, digits and dashes.";
  const parsed = z
    .object({ applications: z.array(declaredApplication), collections: z.array(applicationCollection) })
    .safeParse({ applications, collections }, { reportInput: true });
  if (!parsed.success)
    return `The applications of ${id} are not sound: ${issueSentence(parsed.error.issues)}`;
  const known = new Set(parsed.data.applications.map((each) => each.id));
  const stray = parsed.data.collections
    .flatMap(({ applicationIds }) => applicationIds)
    .find((each) => !known.has(each));
  return stray === undefined ? null : `A collection of ${id} names the unknown application ${stray}.`;
}
