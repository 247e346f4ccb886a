import type { Model } from "../../contracts/models.js";
import type { Host } from "../../runtime/host.js";
import { workableProviders } from "../../runtime/workable-providers.js";
import { checkPricing } from "./check-pricing.js";

const refused = new Set<string>();

/**
 * Every model that some process works on, this process's providers first. Of two providers with
 * one model id the later is refused; so is a model whose pricing leaves a choice without a price.
 */
export function declaredModels(host: Host): Model[] {
  const own = workableProviders(host.plugins, host.hosted);
  const remote = host.announcements().toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const models = new Map<string, Model>();
  for (const { id: provider, models: declared } of [...own, ...remote]) {
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

function warnOnce(host: Host, model: string, reason: string): void {
  if (refused.has(model)) return;
  refused.add(model);
  host.log.warn({ model }, `a model was refused: ${reason}`);
}
