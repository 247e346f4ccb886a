import { model } from "../../contracts/models.js";
import type { PluginPoints, PointName } from "../../plugins/kit/define-plugin.js";
import { issueSentence } from "../issue-sentence.js";

const declared = model.omit({ provider: true, enabled: true });
const SLUG = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Why a driver cannot serve, or null. A new version is checked before it takes the old one's place. */
export function driverProblem(point: PointName, driver: PluginPoints[PointName]): string | null {
  if (point === "textModel") return textModelProblem(driver as Partial<PluginPoints["textModel"]>);
  if (point !== "modelProvider") return null;
  const provider = driver as Partial<PluginPoints["modelProvider"]>;
  if (typeof provider.id !== "string" || !SLUG.test(provider.id))
    return "A modelProvider's id must be a slug of lower-case letters, digits and dashes.";
  if (typeof provider.submit !== "function") return `The provider ${provider.id} has no submit.`;
  if (provider.resubmit !== "once" && provider.resubmit !== "never")
    return `The provider ${provider.id} must say resubmit: "once" or "never".`;
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
