import { model } from "../../contracts/models.js";
import type { PluginPoints, PointName } from "../../plugins/kit/define-plugin.js";
import { issueSentence } from "../issue-sentence.js";

const declared = model.omit({ provider: true, enabled: true });
const SLUG = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Why a driver cannot serve, or null. A new version is checked before it takes the old one's place. */
export function driverProblem(point: PointName, driver: PluginPoints[PointName]): string | null {
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
