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

/** The code that an area's folder exports. */
export interface AreaCode {
  make: AreaFactory;
  /**
   * Makes the part of the area that every gateway runs in its own process, even if it does not host the area.
   */
  makeEdgePart?: MakeEdgePart;
}

/**
 * The source of an area: it reads the area's code when a process first needs it, and reads it anew from its
 * folder for a reload.
 */
export interface AreaSource {
  readMake(): Promise<AreaFactory>;
  readMakeEdgePart?(): Promise<MakeEdgePart>;
  reload(): Promise<AreaCode>;
  /**
   * The raw routes of the area. They are declared before the area is loaded, because a running server cannot
   * add routes.
   */
  edge?: readonly Omit<EdgeRoute, "handle">[];
  /**
   * Returns the handler of these routes for a gateway that does not host the area; by default they answer
   * 503.
   */
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
  /** The holder in which the service finds its actions, so that a reload is one assignment. */
  holder: { actions: ReturnType<typeof actionsOf> };
}

/** Runs one step of an area's start; the error of a failure names the area. */
export async function made<T>(name: string, start: () => T | Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (cause) {
    // An error of the configuration is a sentence for the operator already, whichever part finds it.
    if (cause instanceof ConfigError || cause instanceof ServiceError) throw cause;
    throw new Error(`The area ${name} could not start: ${reasonOf(cause)}`, { cause });
  }
}

/** The milliseconds for which an area that is unloaded waits for its running tasks. */
const PAUSE_MS = 5000;

/**
 * Waits until a running broker has registered a service that was just made: calls before that would not find
 * it. Throws after about five seconds.
 */
export async function registered(broker: ServiceBroker, { fullName }: Service): Promise<void> {
  for (let left = 500; broker.started && !broker.registry.hasService(fullName, broker.nodeID); left -= 1) {
    if (left === 0) throw new Error(`The broker did not take ${fullName} in.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * The areas that this process hosts. They are loaded at the start, and can be loaded, unloaded and reloaded
 * while the process runs. A reload imports the area's own folder afresh; contracts, entities and runtime
 * stay. Running calls finish on the code that they began with.
 */
export class AreaHost {
  readonly #options: AreaHostOptions;
  readonly #hosted = new Map<string, Hosted>();
  /** The code of areas that were reloaded, which an area uses again when it is unloaded and loaded later. */
  readonly #renewed = new Map<string, AreaCode>();
  readonly #routes = new AreaRoutes();
  #busy: Promise<unknown> = Promise.resolve();

  constructor(options: AreaHostOptions) {
    this.#options = options;
  }

  get names(): string[] {
    return [...this.#hosted.keys()];
  }

  /** The names of the areas whose edge part this process runs. */
  get edges(): string[] {
    return this.#options.parts.names;
  }

  /**
   * Makes an area ready and registers its actions; its durable work begins with `begin`. Throws `conflict` if
   * the area is loaded already.
   */
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

  /** Lets this process claim the area's durable work. */
  begin(name: string): void {
    const { area } = this.#required(name);
    for (const handler of area.tasks ?? []) this.#options.host.tasks.handle(handler);
  }

  /** Carries out an operator's change of an area; changes run one after the other. */
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

  /** Unloads an area. Until it is loaded again its routes answer 503 `unavailable` and its tasks wait. */
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
   * Reloads an area. The old version's actions serve until the new version has started, and go on serving if
   * it cannot start. A process that runs only the edge part renews that part.
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
    // The old version pauses first: its running tasks would go on without what `stopped` takes away, and
    // tasks claimed meanwhile would lack it too.
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

  /** Stops an area; a failure is logged and does not keep the caller from going on. */
  async #stopped(name: string, area: Area): Promise<void> {
    try {
      await area.stopped?.();
    } catch (error) {
      this.#options.host.log.error({ err: error, area: name }, "an area did not stop in order");
    }
  }

  /** Returns the raw routes of every area that this process could host. */
  edgeRoutes(): EdgeRoute[] {
    const { host, sources } = this.#options;
    return Object.entries(sources).flatMap(([name, source]) => {
      const routes = this.#routes.declare(name, source.edge ?? [], source.elsewhere?.(host));
      this.#directRoutes(name);
      return routes;
    });
  }

  /** Points the raw routes of an area to the version that is hosted now. */
  #directRoutes(name: string): void {
    this.#routes.direct(name, this.#hosted.get(name)?.area.edge ?? []);
  }

  /** Stops every area in the reverse order of their starts. */
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
