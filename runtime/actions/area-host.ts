import type { Service, ServiceBroker } from "moleculer";
import type { Contract } from "../../contracts/contract.js";
import { ServiceError } from "../../contracts/errors.js";
import type { ActionDeps } from "./action.js";
import { type Area, type AreaFactory, actionsOf } from "./area.js";
import { AreaRoutes } from "./area-routes.js";
import { toServiceSchema } from "./call.js";
import type { EdgeRoute } from "../http/edge.js";
import type { EdgeParts, MakeEdgePart } from "../http/edge-parts.js";
import type { Host } from "../process/host.js";
import { ConfigError } from "../config/load-config.js";
import { reasonOf } from "../errors/reason-of.js";

/** What an area's folder gives. */
export interface AreaCode {
  make: AreaFactory;
  /** What every gateway does of the area in its own process, also where it does not host the area. */
  makeEdgePart?: MakeEdgePart;
}

/** Where an area comes from: its code, which a process reads when it first needs it, and how to read it anew from its folder. */
export interface AreaSource {
  readMake(): Promise<AreaFactory>;
  readMakeEdgePart?(): Promise<MakeEdgePart>;
  reload(): Promise<AreaCode>;
  /** Raw routes that the area serves, known before it is loaded: routes cannot be added to a server that runs. */
  edge?: readonly Omit<EdgeRoute, "handle">[];
  /** What a gateway does with these routes that does not host the area. Default: 503. */
  elsewhere?(host: Host): EdgeRoute["handle"];
}

export interface AreaHostOptions {
  host: Host;
  broker: ServiceBroker;
  deps: ActionDeps;
  contracts: readonly Contract[];
  sources: Readonly<Record<string, AreaSource>>;
  parts: EdgeParts;
}

interface Hosted {
  area: Area;
  service: Service;
  /** What the service's actions look into, so that a reload is one assignment. */
  holder: { actions: ReturnType<typeof actionsOf> };
}

/** The start of an area, whose failure names it. */
export async function made<T>(name: string, start: () => T | Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (cause) {
    // what is wrong with the configuration is a sentence for the operator, whichever part finds it
    if (cause instanceof ConfigError || cause instanceof ServiceError) throw cause;
    throw new Error(`The area ${name} could not start: ${reasonOf(cause)}`, { cause });
  }
}

/** How long an area that leaves waits for its durable work in hand. */
const PAUSE_MS = 5000;

/** A broker that runs takes a service in a moment after it was made: calls until then would find nobody. */
export async function registered(broker: ServiceBroker, { fullName }: Service): Promise<void> {
  for (let left = 500; broker.started && !broker.registry.hasService(fullName, broker.nodeID); left -= 1) {
    if (left === 0) throw new Error(`The broker did not take ${fullName} in.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * The areas that this process hosts: loaded at start, and loaded, unloaded and reloaded while it runs.
 * A reload imports the area's own folder afresh; contracts, entities and runtime stay. Calls in hand
 * finish on what they began with.
 */
export class AreaHost {
  readonly #options: AreaHostOptions;
  readonly #hosted = new Map<string, Hosted>();
  /** Code that was read anew: an area that is unloaded and loaded again goes on with it. */
  readonly #renewed = new Map<string, AreaCode>();
  readonly #routes = new AreaRoutes();
  #busy: Promise<unknown> = Promise.resolve();

  constructor(options: AreaHostOptions) {
    this.#options = options;
  }

  get names(): string[] {
    return [...this.#hosted.keys()];
  }

  /** Areas of which this process does the edge's part. */
  get edges(): string[] {
    return this.#options.parts.names;
  }

  /** Readies an area and registers its actions; its work begins with `begin`. Throws `conflict` when it is loaded already. */
  async load(name: string): Promise<void> {
    const source = this.#source(name);
    if (this.#hosted.has(name)) throw new ServiceError("conflict", `${name} is loaded already.`);
    const { host, broker, deps, contracts } = this.#options;
    const make = this.#renewed.get(name)?.make ?? (await made(name, () => source.readMake()));
    const area = await made(name, () => make(host));
    const holder = { actions: actionsOf(area, contracts) };
    try {
      await made(name, () => area.started?.());
      const service: Service = broker.createService(toServiceSchema(area.name, holder, deps) as never);
      this.#hosted.set(name, { area, service, holder });
      this.#directRoutes(name);
      await registered(broker, service);
    } catch (error) {
      this.#hosted.delete(name);
      this.#directRoutes(name);
      await this.#stopped(name, area);
      throw error;
    }
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
    this.#directRoutes(name);
    try {
      await this.#options.broker.destroyService(service);
    } finally {
      await this.#pause(area);
      await this.#stopped(name, area);
    }
  }

  /**
   * The old version's actions serve until the new one has begun; a new one that cannot begin leaves the old one at work.
   * Where only the edge's part is served, that is renewed.
   */
  async #reload(name: string): Promise<void> {
    const { host, parts } = this.#options;
    const source = this.#source(name);
    if (!parts.has(name)) this.#required(name);
    const code = await source.reload();
    const part = parts.has(name) ? code.makeEdgePart?.(host) : undefined;
    const problem = part && parts.problem(name, part);
    if (problem) throw new Error(problem);
    const hosted = this.#hosted.get(name);
    if (hosted) await this.#renew(name, hosted, code.make);
    this.#renewed.set(name, code);
    if (part) parts.renew(name, part);
  }

  async #renew(name: string, hosted: Hosted, make: AreaFactory): Promise<void> {
    const { host, contracts } = this.#options;
    const before = hosted.area;
    const area = await make(host);
    const actions = actionsOf(area, contracts);
    // Work in hand would go on without what `stopped` takes away, and what is claimed meanwhile would have nothing.
    await this.#pause(before);
    await this.#stopped(name, before);
    try {
      await area.started?.();
    } catch (error) {
      await this.#stopped(name, area);
      await this.#resume(name, before);
      throw error;
    }
    hosted.holder.actions = actions;
    hosted.area = area;
    this.#directRoutes(name);
    for (const handler of area.tasks ?? []) host.tasks.handle(handler);
  }

  async #resume(name: string, area: Area): Promise<void> {
    const { tasks, log } = this.#options.host;
    try {
      await area.started?.();
    } catch (error) {
      log.error({ err: error, area: name }, "an area serves on without what it does in the background");
    }
    for (const handler of area.tasks ?? []) tasks.handle(handler);
  }

  #pause({ tasks = [] }: Area): Promise<void> {
    return this.#options.host.tasks.pause(
      tasks.map(({ queue }) => queue),
      PAUSE_MS,
    );
  }

  /** One that cannot stop keeps nobody from going on. */
  async #stopped(name: string, area: Area): Promise<void> {
    try {
      await area.stopped?.();
    } catch (error) {
      this.#options.host.log.error({ err: error, area: name }, "an area did not stop in order");
    }
  }

  /** The raw routes of every area that could be hosted here. */
  edgeRoutes(): EdgeRoute[] {
    const { host, sources } = this.#options;
    return Object.entries(sources).flatMap(([name, source]) => {
      const routes = this.#routes.declare(name, source.edge ?? [], source.elsewhere?.(host));
      this.#directRoutes(name);
      return routes;
    });
  }

  /** What answers the raw routes of an area changes with the version that is hosted. */
  #directRoutes(name: string): void {
    this.#routes.direct(name, this.#hosted.get(name)?.area.edge ?? []);
  }

  /** Stops every area, the last one that began first. */
  async stop(): Promise<void> {
    await this.#busy;
    for (const [name, { area }] of [...this.#hosted].toReversed()) await this.#stopped(name, area);
  }

  #source(name: string): AreaSource {
    const { [name]: source } = this.#options.sources;
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
