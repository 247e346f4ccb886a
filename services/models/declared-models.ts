import type { InputLimit } from "../../contracts/input-limit.js";
import type { Model } from "../../contracts/models.js";
import type { Host } from "../../runtime/process/host.js";
import { workableProviders } from "../../runtime/plugins/workable-providers.js";
import { checkPricing } from "./check-pricing.js";

const refused = new Set<string>();

/**
 * Returns every model that some process works on. A provider with another provider's model id is refused when
 * it is loaded; should two be loaded nevertheless, each process takes the same one. A model whose pricing
 * leaves a choice without a price is refused.
 */
export function declaredModels(host: Host): Model[] {
  const own = workableProviders(host.plugins, host.hosted);
  const all = [...own, ...host.announcements()].toSorted((a, b) => Number(a.id > b.id) - Number(a.id < b.id));
  const models = new Map<string, Model>();
  for (const { id: provider, models: declared } of all) {
    for (const model of declared) {
      const taken = models.get(model.id);
      if (taken) {
        if (taken.provider !== provider)
          warnOnce(
            host,
            `${provider}/${model.id}`,
            `another provider, ${taken.provider}, has a model of this id`,
          );
        continue;
      }
      const problems = checkPricing(model);
      if (problems.length > 0) warnOnce(host, `${provider}/${model.id}`, problems.join("; "));
      else models.set(model.id, { ...model, provider, enabled: true });
    }
  }
  return [...models.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns what models take of a job's files, by the ids of the models, as their providers say. */
export function declaredInputLimits(
  host: Pick<Host, "plugins" | "hosted" | "announcements">,
  models: readonly Model[],
): Map<string, InputLimit> {
  const providers = [...workableProviders(host.plugins, host.hosted), ...host.announcements()];
  const limits = new Map<string, InputLimit>();
  for (const { id, provider } of models) {
    const said = providers.find((each) => each.id === provider && each.inputLimits?.[id] !== undefined);
    const limit = said?.inputLimits?.[id];
    if (limit !== undefined) limits.set(id, limit);
  }
  return limits;
}

function warnOnce(host: Pick<Host, "log">, model: string, reason: string): void {
  if (refused.has(model)) return;
  refused.add(model);
  host.log.warn({ model }, `a model was refused: ${reason}`);
}
