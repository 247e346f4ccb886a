import { z } from "zod";
import { slug } from "../../../contracts/ids.js";
import { model as modelSchema } from "../../../contracts/models.js";
import type { ModelProvider, ProviderModel } from "../model-provider.js";
import { capabilityProblems } from "./check-capabilities.js";
import { pricingProblems } from "./check-pricing.js";
import { type ConformanceCheck, fromProblems } from "./report.js";

const declared = modelSchema.omit({ provider: true, enabled: true }).extend({ id: slug() });

/** Checks the declaration of a provider without its models. When it fails, nothing else is checked. */
export function checkProvider(provider: ModelProvider): ConformanceCheck {
  const problems: string[] = [];
  if (!slug().safeParse(provider.id).success) problems.push("id must be a slug");
  if (!["once", "never"].includes(provider.resubmit)) problems.push("resubmit must be once or never");
  if (typeof provider.submit !== "function") problems.push("submit must be a function");
  if (!Array.isArray(provider.models) || provider.models.length === 0)
    problems.push("models must be a list of at least one");
  return fromProblems("the provider is described", problems);
}

/** Checks the declarations of the models without calls. */
export function checkModels(models: readonly ProviderModel[]): ConformanceCheck[] {
  const ids = models.map(({ id }) => id);
  const repeated = new Set(ids.filter((id, at) => ids.indexOf(id) !== at));
  return [
    fromProblems(
      "model ids are unique",
      [...repeated].map((id) => `${id} is declared twice`),
    ),
    ...models.flatMap(checkModel),
  ];
}

/** Checks one model; capabilities and prices only if it fits the schema. */
function checkModel(model: ProviderModel): ConformanceCheck[] {
  const parsed = declared.safeParse(model);
  const shape = parsed.success ? [] : [z.prettifyError(parsed.error)];
  if (parsed.success && model.kind !== model.capabilities.kind) {
    shape.push(`kind is ${model.kind}, capabilities.kind is ${model.capabilities.kind}`);
  }
  const checks = [fromProblems(`${model.id}: has the shape of a model`, shape)];
  if (shape.length > 0) return checks;
  return [
    ...checks,
    fromProblems(`${model.id}: capabilities make sense`, capabilityProblems(model.capabilities)),
    fromProblems(`${model.id}: every choice has a price`, pricingProblems(model)),
  ];
}
