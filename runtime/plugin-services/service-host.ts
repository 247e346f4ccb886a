import type { Service as BrokerService, ServiceBroker } from "moleculer";
import { notFound } from "../../contracts/errors.js";
import type { Action, ActionDeps } from "../action.js";
import { toServiceSchema } from "../area.js";
import { registered } from "../area-host.js";
import type { Host } from "../host.js";
import { CallSlots } from "./call-slots.js";
import type { PreparedService } from "./prepare-service.js";
import { serviceActions } from "./service-actions.js";

/** For so long a call that was admitted still finds the action of a service that was removed, which tells it that it is gone. */
const LINGER_MS = 2000;

/** One action among those that other processes see. */
interface Offered {
  broker: BrokerService;
  /** What it looks into, so that a new version is one assignment. */
  holder: { actions: Map<string, Action> };
  isReady: boolean;
}

interface Hosted {
  service: PreparedService;
  offered: Map<string, Offered>;
}

export interface ServiceHostOptions {
  host: Host;
  broker: ServiceBroker;
  deps: ActionDeps;
  /** Plugins whose services are answered here; null: all that are loaded. The contracts of the others are known all the same. */
  only: ReadonlySet<string> | null;
}

/**
 * Follows the services that plugins bring: their contracts join those that this process knows, their actions those that any
 * process may call. A new version takes the place of the old one within the turn of the event loop in which the registry
 * swaps it. Each action is a service of the broker's own, so that one which comes or goes leaves the others alone.
 */
export class ServiceHost {
  readonly #options: ServiceHostOptions;
  readonly #hosted = new Map<string, Hosted>();
  #stop = (): void => {};

  constructor(options: ServiceHostOptions) {
    this.#options = options;
  }

  /** Offers what is loaded, and what will be. */
  start(): void {
    this.#stop = this.#options.host.plugins.onChange(() => this.#follow());
    this.#follow();
  }

  stop(): void {
    this.#stop();
  }

  #follow(): void {
    const { host } = this.#options;
    const now = new Map(
      host.plugins.all("service").map((each) => [each.name, each as PreparedService] as const),
    );
    for (const [name, hosted] of this.#hosted) if (!now.has(name)) this.#remove(name, hosted);
    for (const service of now.values())
      if (this.#hosted.get(service.name)?.service !== service) this.#put(service);
  }

  #put(service: PreparedService): void {
    const { host, only } = this.#options;
    const { name } = service;
    const plugin = host.plugins.holderOf("service", name) ?? name;
    const hosted = this.#hosted.get(name) ?? { service, offered: new Map<string, Offered>() };
    hosted.service = service;
    this.#hosted.set(name, hosted);
    if (only !== null && !only.has(plugin)) return host.contracts.set(name, service.contracts);
    const actions = serviceActions(
      {
        host,
        service: name,
        database: service.database,
        driver: service,
        slots: new CallSlots(name),
        fault: this.#faultOf(plugin, service),
      },
      service,
    );
    for (const [action, offered] of hosted.offered) {
      const renewed = actions.get(action);
      if (renewed === undefined) this.#withdraw(hosted, action, offered);
      else offered.holder.actions.set(action, renewed);
    }
    const added = [...actions].filter(([action]) => !hosted.offered.has(action));
    for (const [action, made] of added) this.#offer(hosted, action, made);
    this.#publish(hosted);
  }

  #remove(name: string, hosted: Hosted): void {
    this.#hosted.delete(name);
    this.#options.host.contracts.set(name, []);
    for (const [action, offered] of hosted.offered) this.#withdraw(hosted, action, offered);
  }

  /** Contracts are known from when their actions can be called. */
  #publish({ service, offered }: Hosted): void {
    const isReady = (action: string): boolean => offered.get(action)?.isReady === true;
    const ready = service.contracts.filter(({ name }) => isReady(name));
    const known = this.#options.host.contracts;
    known.set(service.name, ready);
  }

  #offer(hosted: Hosted, action: string, made: Action): void {
    const { broker, deps, host } = this.#options;
    const holder = { actions: new Map([[action, made]]) };
    const schema = {
      ...toServiceSchema(`plugins.${action}`, holder, deps),
      settings: { $noServiceNamePrefix: true },
    };
    const offered: Offered = { broker: broker.createService(schema as never), holder, isReady: false };
    hosted.offered.set(action, offered);
    const ready = () => {
      offered.isReady = true;
      if (this.#hosted.get(hosted.service.name) === hosted && hosted.offered.get(action) === offered)
        this.#publish(hosted);
    };
    if (!broker.started) return ready();
    registered(broker, offered.broker).then(ready, (error: unknown) =>
      host.log.error({ err: error, action }, "an action of a plugin's service could not be offered"),
    );
  }

  #withdraw(hosted: Hosted, action: string, { broker, holder }: Offered): void {
    hosted.offered.delete(action);
    const before = holder.actions.get(action);
    if (before !== undefined)
      holder.actions.set(action, {
        ...before,
        handle: () =>
          Promise.reject(notFound(`There is no ${action} any more: its service was removed or changed.`)),
      });
    setTimeout(() => {
      const { broker: own, host } = this.#options;
      Promise.resolve(own.destroyService(broker)).catch((error: unknown) =>
        host.log.debug({ err: error, action }, "an action of a plugin's service was withdrawn late"),
      );
    }, LINGER_MS).unref();
  }

  /** Names what an action did wrong beside the plugin, with how often this version did. */
  #faultOf(plugin: string, service: PreparedService): (sentence: string) => void {
    const { host } = this.#options;
    let count = 0;
    return (sentence) => {
      count += 1;
      host.log.error({ plugin, service: service.name }, `A service of a plugin is at fault: ${sentence}`);
      const listed = host.plugins.find(plugin);
      if (listed?.status !== "loaded" || this.#hosted.get(service.name)?.service !== service) return;
      host.plugins.note({ ...listed, error: `${sentence} ${count} such faults so far.`.slice(0, 1000) });
    };
  }
}
