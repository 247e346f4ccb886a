import type { Contract } from "../../contracts/contract.js";
import type { Action, ActionDeps } from "../actions/action.js";
import type { EdgePart } from "../actions/area.js";
import type { EdgeCall } from "../actions/context.js";
import type { EdgeRoute } from "./edge.js";
import type { Host } from "../process/host.js";

export type MakeEdgePart = (host: Host) => EdgePart;

/**
 * The parts that a gateway answers in its own process, by the area that has the code: raw routes, and the typed call of
 * contracts with `rest.edge`, which passes the same gates but may take long and may be ended. The part of a reloaded area
 * replaces the old one in one step; calls that have begun finish on the old part.
 */
export class EdgeParts {
  readonly #deps: ActionDeps;
  readonly #parts = new Map<string, EdgePart>();
  #actions: ReadonlyMap<string, Action> = new Map();

  /** Makes the parts; there are none in a process without a gateway. Throws at start when a contract has no action. */
  constructor(
    makers: Readonly<Record<string, MakeEdgePart>>,
    host: Host,
    deps: ActionDeps,
    contracts: readonly Contract[],
  ) {
    this.#deps = deps;
    for (const [name, make] of Object.entries(makers)) this.#parts.set(name, make(host));
    this.#index();
    const missing = contracts.filter(({ name, rest }) => rest?.edge && !this.#actions.has(name));
    if (this.#parts.size > 0 && missing.length > 0)
      throw new Error(`Nobody answers ${missing.map(({ name }) => name).join(", ")} at the edge.`);
  }

  /** The names of the areas whose parts are served here. */
  get names(): string[] {
    return [...this.#parts.keys()];
  }

  has(name: string): boolean {
    return this.#parts.has(name);
  }

  /**
   * Returns why a part cannot replace the one that is served, or null when it can: a running server must not lose a route.
   */
  problem(name: string, part: EdgePart): string | null {
    const before = this.#parts.get(name);
    const action = before?.actions.find(
      ({ contract }) => !part.actions.some((each) => each.contract.name === contract.name),
    );
    if (action) return `Nobody would answer ${action.contract.name} at the edge.`;
    const route = before?.routes.find(
      ({ path, methods }) => !methods.every((method) => find(part, method, path)),
    );
    return route ? `Nobody would answer ${route.path} at the edge.` : null;
  }

  renew(name: string, part: EdgePart): void {
    this.#parts.set(name, part);
    this.#index();
  }

  /** The raw routes. The handler of each is looked up at every request; new routes need a new process. */
  get routes(): EdgeRoute[] {
    return [...this.#parts].flatMap(([name, { routes }]) =>
      routes.map(({ methods, path, headers }) => ({
        methods,
        path,
        ...(headers && { headers }),
        handle: async (request) => {
          const part = this.#parts.get(name);
          const route = part && find(part, request.method, path);
          if (!route) throw new Error(`${request.method} ${path} is not answered in this process.`);
          await route.handle(request);
        },
      })),
    );
  }

  readonly call: EdgeCall = async (contract, params, meta, signal) => {
    const action = this.#actions.get(contract.name);
    if (action === undefined) throw new Error(`${contract.name} is not answered in this process.`);
    return (await action.handle(params, meta, this.#deps, signal)) as never;
  };

  #index(): void {
    const all = [...this.#parts.values()].flatMap(({ actions }) => actions);
    this.#actions = new Map(all.map((action) => [action.contract.name, action]));
  }
}

const find = ({ routes }: EdgePart, method: string, path: string): EdgeRoute | undefined =>
  routes.find((route) => route.path === path && route.methods.includes(method));
