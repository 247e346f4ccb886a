import type { Service, ServiceBroker } from "moleculer";
import type { PluginRegistry } from "./registry.js";
import type { Signals } from "../cluster/signals.js";
import type { TranscriberOffer } from "../../plugins/kit/transcriber.js";
import { type WorkableProvider, workableProviders, workableTranscribers } from "./workable-providers.js";

const PREFIX = "provider.";
const TRANSCRIBER_PREFIX = "transcriber.";

/**
 * Announces to the cluster the providers that run here, as services `provider.<id>` whose metadata holds the
 * models, and the transcribers as services `transcriber.<id>`. Models often share their capabilities, and the
 * broker takes an object that it meets a second time for a cycle and leaves it out, so each model gets a copy
 * of its own.
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

  /** Announces the changes since the last update. */
  update(): Promise<void> {
    const work = this.#working.then(() => this.#update());
    // An update that fails must not keep later ones from happening.
    this.#working = work.catch(() => {});
    return work;
  }

  async #update(): Promise<void> {
    const providers = workableProviders(this.#plugins, this.#hosted);
    const transcribers = workableTranscribers(this.#plugins, this.#hosted);
    const wanted = new Map<string, string>([
      ...providers.map((provider) => [`${PREFIX}${provider.id}`, JSON.stringify({ provider })] as const),
      ...transcribers.map(
        (transcriber) => [`${TRANSCRIBER_PREFIX}${transcriber.id}`, JSON.stringify({ transcriber })] as const,
      ),
    ]);
    for (const [name, { service, text }] of this.#announced) {
      if (wanted.get(name) === text) continue;
      this.#announced.delete(name);
      await this.#broker.destroyService(service);
    }
    for (const [name, text] of wanted) {
      if (this.#announced.has(name)) continue;
      const metadata: unknown = JSON.parse(text);
      const service = this.#broker.createService({ name, metadata } as never);
      this.#announced.set(name, { service, text });
    }
  }
}

interface ServiceInfo {
  name: string;
  metadata?: { provider?: WorkableProvider; transcriber?: TranscriberOffer };
}

/** Returns the providers that live processes of the cluster have announced. */
export const announcements = (broker: ServiceBroker): WorkableProvider[] =>
  announced(broker, PREFIX)
    .map(({ metadata }) => metadata?.provider)
    .filter((provider) => provider !== undefined);

/** Returns the transcribers that live processes of the cluster have announced. */
const announcedTranscribers = (broker: ServiceBroker): TranscriberOffer[] =>
  announced(broker, TRANSCRIBER_PREFIX)
    .map(({ metadata }) => metadata?.transcriber)
    .filter((transcriber) => transcriber !== undefined);

/** Returns both lists of announcements as a host offers them. */
export const announcedIn = (broker: ServiceBroker) => ({
  announcements: () => announcements(broker),
  announcedTranscribers: () => announcedTranscribers(broker),
});

function announced(broker: ServiceBroker, prefix: string): ServiceInfo[] {
  const services = broker.registry.getServiceList({
    onlyAvailable: true,
    skipInternal: true,
  }) as ServiceInfo[];
  return services.filter(({ name }) => name.startsWith(prefix));
}

/**
 * Sends the signal `catalog.changed` within this process when a service of the cluster comes or goes, or a
 * node disconnects, because the service may be a provider or the node may have had one.
 */
export function watchProviders(broker: ServiceBroker, signals: Signals): void {
  broker.localBus.on("$services.changed", () => signals.sendLocal("catalog.changed", {}));
  broker.localBus.on("$node.disconnected", () => signals.sendLocal("catalog.changed", {}));
}
