import type { ServiceBroker } from "moleculer";
import type { PluginRegistry } from "./plugins/registry.js";
import type { Signals } from "./signals.js";

const PREFIX = "provider.";

/**
 * Tells the cluster which providers run here: a service `provider.<id>` whose metadata carries the models.
 * The broker takes an object that it meets a second time for a cycle and leaves it out; models often share
 * their capabilities, so each gets a copy of its own.
 */
export function announceProviders(broker: ServiceBroker, plugins: PluginRegistry): void {
  for (const { id, models } of plugins.all("modelProvider")) {
    const provider: unknown = JSON.parse(JSON.stringify({ id, models }));
    broker.createService({ name: `${PREFIX}${id}`, metadata: { provider } } as never);
  }
}

interface ServiceInfo {
  name: string;
  metadata?: { provider?: unknown };
}

/** What other processes announced, as long as they are alive. */
export function announcements(broker: ServiceBroker): unknown[] {
  const services = broker.registry.getServiceList({
    onlyAvailable: true,
    skipInternal: true,
  }) as ServiceInfo[];
  return services
    .filter(({ name }) => name.startsWith(PREFIX))
    .map(({ metadata }) => metadata?.provider)
    .filter((provider) => provider !== undefined);
}

/** A provider that came or left changes the catalog. */
export function watchProviders(broker: ServiceBroker, signals: Signals): void {
  broker.localBus.on("$services.changed", () => signals.sendLocal("catalog.changed", {}));
  broker.localBus.on("$node.disconnected", () => signals.sendLocal("catalog.changed", {}));
}
