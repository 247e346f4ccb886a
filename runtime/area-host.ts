import type { Service, ServiceBroker } from "moleculer";
import type { Contract } from "../contracts/contract.js";
import { ServiceError } from "../contracts/errors.js";
import type { ActionDeps } from "./action.js";
import { type Area, type AreaFactory, actionsOf, toServiceSchema } from "./area.js";
import type { EdgeRoute } from "./edge.js";
import type { Host } from "./host.js";

/** Where an area comes from: its factory, and how to read it anew from its folder. */
export interface AreaSource {
  make: AreaFactory;
  reload(): Promise<AreaFactory>;
  /** Raw routes that the area serves, known before it is loaded: routes cannot be added to a server that runs. */
  edge?: readonly Pick<EdgeRoute, "methods" | "path">[];
}

export interface AreaHostOptions {
  host: Host;
  broker: ServiceBroker;
  deps: ActionDeps;
  contracts: readonly Contract[];
  sources: Readonly<Record<string, AreaSource>>;
}

interface Hosted {
  area: Area;
  service: Service;
  /** What the service's actions look into, so that a reload is one assignment. */
  holder: { actions: ReturnType<typeof actionsOf> };
}

/**
 * The areas that this process hosts: loaded at start, and loaded, unloaded and reloaded while it runs.
 * A reload imports the area's own folder afresh; contracts, entities and runtime stay. Calls in hand
 * finish on what they began with.
 */
export class AreaHost {
  readonly #options: AreaHostOptions;
  readonly #hosted = new Map<string, Hosted>();
  #busy: Promise<unknown> = Promise.resolve();

  constructor(options: AreaHostOptions) {
    this.#options = options;
  }

  get names(): string[] {
    return [...this.#hosted.keys()];
  }

  /** Readies an area and registers its actions; its work begins with `begin`. Throws `conflict` when it is loaded already. */
  async load(name: string): Promise<void> {
    const source = this.#source(name);
    if (this.#hosted.has(name)) throw new ServiceError("conflict", `${name} is loaded already.`);
    const { host, broker, deps, contracts } = this.#options;
    const area = await source.make(host);
    const holder = { actions: actionsOf(area, contracts) };
    await area.started?.();
    const service = broker.createService(toServiceSchema(area.name, holder, deps) as never);
    this.#hosted.set(name, { area, service, holder });
  }

  /** Lets the area's durable work be claimed here. */
  begin(name: string): void {
    const { area } = this.#required(name);
    for (const handler of area.tasks ?? []) this.#options.host.tasks.handle(handler);
  }

  /** One change at a time, as an operator asks for it. */
  change(name: string, verb: "load" | "unload" | "reload"): Promise<void> {
    const work = this.#busy.then(() => this.#change(name, verb));
    this.#busy = work.catch(() => {});
    return work;
  }

  async #change(name: string, verb: "load" | "unload" | "reload"): Promise<void> {
    if (verb === "unload") return this.unload(name);
    if (verb === "reload") return this.#reload(name);
    await this.load(name);
    this.begin(name);
  }

  /** Its routes answer 503 `unavailable` until it is back; its tasks wait. */
  async unload(name: string): Promise<void> {
    const { area, service } = this.#required(name);
    this.#hosted.delete(name);
    await this.#options.broker.destroyService(service);
    for (const handler of area.tasks ?? []) this.#options.host.tasks.forget(handler.queue);
    await area.stopped?.();
  }

  /** The old version's actions serve until the new one has begun; a new one that cannot begin leaves the old one at work. */
  async #reload(name: string): Promise<void> {
    const hosted = this.#required(name);
    const { host, contracts } = this.#options;
    const before = hosted.area;
    const area = await (await this.#source(name).reload())(host);
    const actions = actionsOf(area, contracts);
    await before.stopped?.();
    try {
      await area.started?.();
    } catch (error) {
      await before.started?.();
      throw error;
    }
    hosted.holder.actions = actions;
    hosted.area = area;
    for (const handler of area.tasks ?? []) host.tasks.handle(handler);
    const kept = new Set((area.tasks ?? []).map(({ queue }) => queue));
    for (const { queue } of before.tasks ?? []) if (!kept.has(queue)) host.tasks.forget(queue);
  }

  /** The raw routes of every area that could be hosted here; 503 while it is not. */
  edgeRoutes(): EdgeRoute[] {
    return Object.entries(this.#options.sources).flatMap(([name, source]) =>
      (source.edge ?? []).map(({ methods, path }) => ({
        methods,
        path,
        handle: async (request) => {
          const route = this.#hosted
            .get(name)
            ?.area.edge?.find((each) => each.path === path && each.methods.includes(request.method));
          if (!route)
            throw new ServiceError("unavailable", `${name} is not served here.`, {
              details: { retryAfterSeconds: 5 },
            });
          await route.handle(request);
        },
      })),
    );
  }

  async stop(): Promise<void> {
    for (const { area } of [...this.#hosted.values()].toReversed()) await area.stopped?.();
  }

  #source(name: string): AreaSource {
    const source = this.#options.sources[name];
    if (!source)
      throw new ServiceError(
        "not_found",
        `There is no service ${name}; there are ${Object.keys(this.#options.sources).join(", ")}.`,
      );
    return source;
  }

  #required(name: string): Hosted {
    this.#source(name);
    const hosted = this.#hosted.get(name);
    if (!hosted) throw new ServiceError("conflict", `${name} is not loaded here.`);
    return hosted;
  }
}
