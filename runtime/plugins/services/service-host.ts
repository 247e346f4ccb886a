import type { Service as BrokerService, ServiceBroker } from "moleculer";
import { notFound } from "../../../contracts/errors.js";
import type { Action, ActionDeps } from "../../actions/action.js";
import { toServiceSchema } from "../../actions/call.js";
import { registered } from "../../actions/area-host.js";
import type { Host } from "../../process/host.js";
import { toldOf } from "../plugin-list.js";
import { CallSlots } from "./call-slots.js";
import type { PreparedService } from "./prepare-service.js";
import { serviceActions } from "./service-actions.js";

/**
 * The milliseconds for which a call that was admitted before still finds a withdrawn action, which answers
 * `not_found`.
 */
const LINGER_MS = 2000;

/** One action that other processes can call. */
interface Offered {
  broker: BrokerService;
  /**
   * The timer that ends the broker's service some time after its action was withdrawn; null while the action
   * is offered.
   */
  end: NodeJS.Timeout | null;
  /** True while the broker removes the service, which waits for running calls and cannot be canceled. */
  isEnding: boolean;
  /** The holder in which the service finds the action, so that a new version is one assignment. */
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
  /**
   * The plugins whose services this process answers; null means all loaded ones. The contracts of the others
   * are known as well.
   */
  only: ReadonlySet<string> | null;
}

/**
 * Follows the services of plugins: their contracts join those that this process knows, and their actions
 * those that any process can call. A new version replaces the old one in the same turn of the event loop in
 * which the registry swaps it. Each action is a broker service of its own, so that an action that comes or
 * goes does not affect the others.
 */
export class ServiceHost {
  readonly #options: ServiceHostOptions;
  readonly #hosted = new Map<string, Hosted>();
  /**
   * The withdrawn actions by name. The broker knows one service of a name, so an action that comes back in
   * time continues with its entry here.
   */
  readonly #withdrawn = new Map<string, Offered>();
  /** The slots by service, because unended calls of an earlier version still count. */
  readonly #slots = new Map<string, CallSlots>();
  #stop = (): void => {};

  constructor(options: ServiceHostOptions) {
    this.#options = options;
  }

  /** Offers the services that are loaded now and those that will be loaded. */
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

  /** Publishes the contracts whose actions can be called already. */
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
    // An action that is ending already is handled when it has ended.
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
    // The action was offered again while it was ending: the broker has no service of its name now and accepts
    // a new one.
    offered.broker = this.#brokerService(action, offered.holder);
    this.#whenRegistered(service, action, offered);
  }

  /**
   * Returns a function that shows an action's fault beside the plugin, with the number of faults of this
   * version.
   */
  #faultOf(plugin: string, service: PreparedService): (sentence: string) => void {
    const { host } = this.#options;
    let count = 0;
    return (sentence) => {
      count += 1;
      host.log.error({ plugin, service: service.name }, `A service of a plugin is at fault: ${sentence}`);
      if (this.#hosted.get(service.name)?.service !== service) return;
      host.plugins.noteFault(plugin, `${toldOf(sentence)} ${count} such faults so far.`);
    };
  }
}
