import type { Service, ServiceBroker } from "moleculer";
import type { PluginRegistry } from "./plugins/registry.js";
import type { Signals } from "./signals.js";
import { type WorkableProvider, workableProviders } from "./workable-providers.js";

const PREFIX = "provider.";

/**
 * Tells the cluster which providers run here: a service `provider.<id>` whose metadata carries the
 * models. The broker takes an object that it meets a second time for a cycle and leaves it out; models
 * often share their capabilities, so each gets a copy of its own.
 */
export class ProviderAnnouncer {
  readonly #broker: ServiceBroker;
  readonly #plugins: PluginRegistry;
  readonly #hosted: ReadonlySet<string>;
  readonly #announced = new Map<string, { service: Service; text: string }>();
  #working: Promise<void> = Promise.resolve();

  constructor(broker: ServiceBroker, plugins: PluginRegistry, hosted: ReadonlySet<string>) {
    this.#broker = broker;
    this.#plugins = plugins;
    this.#hosted = hosted;
  }

  /** Announces what changed since the last time. */
  update(): Promise<void> {
    const work = this.#working.then(() => this.#update());
    // One that failed keeps none of the later ones from happening.
    this.#working = work.catch(() => {});
    return work;
  }

  async #update(): Promise<void> {
    const wanted = new Map(
      workableProviders(this.#plugins, this.#hosted).map(
        (provider) => [provider.id, JSON.stringify(provider)] as const,
      ),
    );
    for (const [id, { service, text }] of this.#announced) {
      if (wanted.get(id) === text) continue;
      this.#announced.delete(id);
      await this.#broker.destroyService(service);
    }
    for (const [id, text] of wanted) {
      if (this.#announced.has(id)) continue;
      const provider: unknown = JSON.parse(text);
      const service = this.#broker.createService({ name: `${PREFIX}${id}`, metadata: { provider } } as never);
      this.#announced.set(id, { service, text });
    }
  }
}

interface ServiceInfo {
  name: string;
  metadata?: { provider?: WorkableProvider };
}

/** What other processes announced, as long as they are alive. */
export function announcements(broker: ServiceBroker): WorkableProvider[] {
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
