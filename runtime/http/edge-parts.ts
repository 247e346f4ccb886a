import type { Contract } from "../../contracts/contract.js";
import type { Action, ActionDeps } from "../actions/action.js";
import type { EdgePart } from "../actions/area.js";
import type { EdgeCall } from "../actions/context.js";
import type { EdgeRoute } from "./edge.js";
import type { Host } from "../process/host.js";

export type MakeEdgePart = (host: Host) => EdgePart;

/**
 * What a gateway answers in its own process, by the area whose code it is: raw routes, and the typed call of contracts
 * with `rest.edge`, which walks the same gates but may last and be ended. A reloaded area's part takes the place of the
 * old one in one step; calls in hand finish on what they began with.
 */
export class EdgeParts {
  readonly #deps: ActionDeps;
  readonly #parts = new Map<string, EdgePart>();
  #actions: ReadonlyMap<string, Action> = new Map();

  /** Empty in a process without a gateway. Throws at start when a contract has no action. */
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

  /** Areas whose parts are served here. */
  get names(): string[] {
    return [...this.#parts.keys()];
  }

  has(name: string): boolean {
    return this.#parts.has(name);
  }

  /** Why a part cannot take the place of the one that serves, or null: a server that runs loses no routes. */
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

  /** The raw routes, each looked up when it is asked for. New ones come with a new process. */
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
