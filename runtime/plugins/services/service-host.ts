import type { Service as BrokerService, ServiceBroker } from "moleculer";
import { notFound } from "../../../contracts/errors.js";
import type { Action, ActionDeps } from "../../actions/action.js";
import { toServiceSchema } from "../../actions/call.js";
import { registered } from "../../actions/area-host.js";
import type { Host } from "../../process/host.js";
import { CallSlots } from "./call-slots.js";
import type { PreparedService } from "./prepare-service.js";
import { serviceActions } from "./service-actions.js";

/** For so long a call that was admitted still finds the action of a service that was removed, which tells it that it is gone. */
const LINGER_MS = 2000;

/** One action among those that other processes see. */
interface Offered {
  broker: BrokerService;
  /** Ends the broker's service once its action has been withdrawn for long enough; null while it is offered. */
  end: NodeJS.Timeout | null;
  /** The broker takes it away, which waits for the calls in hand and cannot be called off. */
  isEnding: boolean;
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
  /** By action: the broker knows one service of a name, so an action that comes back while it is here goes on with it. */
  readonly #withdrawn = new Map<string, Offered>();
  /** By service: calls of an earlier version that do not end stay in hand. */
  readonly #slots = new Map<string, CallSlots>();
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
        slots: this.#slotsOf(name),
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

  #slotsOf(name: string): CallSlots {
    const slots = this.#slots.get(name) ?? new CallSlots(name);
    this.#slots.set(name, slots);
    slots.renew();
    return slots;
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
    const before = this.#withdrawn.get(action);
    if (before !== undefined) return this.#restore(hosted, action, made, before);
    const holder = { actions: new Map([[action, made]]) };
    const broker = this.#brokerService(action, holder);
    const offered: Offered = { broker, holder, isReady: false, end: null, isEnding: false };
    hosted.offered.set(action, offered);
    this.#whenRegistered(hosted.service.name, action, offered);
  }

  #restore({ offered }: Hosted, action: string, made: Action, before: Offered): void {
    this.#withdrawn.delete(action);
    if (before.end !== null) clearTimeout(before.end);
    before.end = null;
    before.holder.actions.set(action, made);
    offered.set(action, before);
  }

  #brokerService(action: string, holder: Offered["holder"]): BrokerService {
    const { broker, deps } = this.#options;
    return broker.createService({
      ...toServiceSchema(`plugins.${action}`, holder, deps),
      settings: { $noServiceNamePrefix: true },
    } as never);
  }

  #whenRegistered(service: string, action: string, offered: Offered): void {
    const { broker, host } = this.#options;
    const ready = () => {
      offered.isReady = true;
      const hosted = this.#hosted.get(service);
      if (hosted?.offered.get(action) === offered) this.#publish(hosted);
    };
    if (!broker.started) return ready();
    registered(broker, offered.broker).then(ready, (error: unknown) =>
      host.log.error({ err: error, action }, "an action of a plugin's service could not be offered"),
    );
  }

  #withdraw(hosted: Hosted, action: string, offered: Offered): void {
    const { name } = hosted.service;
    hosted.offered.delete(action);
    this.#withdrawn.set(action, offered);
    const { holder } = offered;
    const before = holder.actions.get(action);
    if (before !== undefined)
      holder.actions.set(action, {
        ...before,
        handle: () =>
          Promise.reject(notFound(`There is no ${action} any more: its service was removed or changed.`)),
      });
    // one that is ending already is looked at when it has ended
    if (!offered.isEnding)
      offered.end = setTimeout(() => void this.#end(name, action, offered), LINGER_MS).unref();
  }

  async #end(service: string, action: string, offered: Offered): Promise<void> {
    const { broker, host } = this.#options;
    offered.isEnding = true;
    try {
      await broker.destroyService(offered.broker);
    } catch (error) {
      host.log.debug({ err: error, action }, "an action of a plugin's service was withdrawn late");
    }
    offered.isEnding = false;
    if (this.#withdrawn.get(action) === offered) return void this.#withdrawn.delete(action);
    // it was offered again while it was ending: the broker has none of its name now, and takes another
    offered.broker = this.#brokerService(action, offered.holder);
    this.#whenRegistered(service, action, offered);
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
