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

function warnOnce(host: Pick<Host, "log">, model: string, reason: string): void {
  if (refused.has(model)) return;
  refused.add(model);
  host.log.warn({ model }, `a model was refused: ${reason}`);
}
