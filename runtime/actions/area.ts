import type { Contract } from "../../contracts/contract.js";
import type { Action } from "./action.js";
import type { EdgeRoute } from "../http/edge.js";
import type { Host } from "../process/host.js";
import type { TaskHandler } from "../../engines/durable-queue/index.js";

/** One area of the service: its actions, its durable work and its raw routes. */
export interface Area {
  name: string;
  actions: readonly Action[];
  tasks?: readonly TaskHandler[];
  edge?: readonly EdgeRoute[];
  /**
   * Called before anybody can call the area's actions, and again after `stopped` if a new version could not
   * start.
   */
  started?(): Promise<void>;
  /** Called when the area is unloaded, and at the end of the process when no more calls come. */
  stopped?(): Promise<void>;
}

/** The part of an area that each process with a gateway runs itself, even if it does not host the area. */
export interface EdgePart {
  /** The actions of contracts with `rest.edge`. */
  actions: readonly Action[];
  routes: readonly EdgeRoute[];
}

/** The function that builds an area for a host; every area exports it by default. */
export type AreaFactory = (host: Host) => Area | Promise<Area>;

/**
 * Returns the actions of an area by verb. Throws if an action belongs to another area or exists twice, or if
 * a contract of the area has no action.
 */
export function actionsOf(area: Area, contracts: readonly Contract[]): ReadonlyMap<string, Action> {
  const actions = new Map<string, Action>();
  for (const action of area.actions) {
    const [owner, verb] = action.contract.name.split(".");
    if (owner !== area.name || verb === undefined)
      throw new Error(`${action.contract.name} does not belong to the area ${area.name}.`);
    if (actions.has(verb)) throw new Error(`${action.contract.name} is there twice.`);
    actions.set(verb, action);
  }
  const missing = contracts.filter(
    ({ name, rest }) =>
      !rest?.edge && name.startsWith(`${area.name}.`) && !actions.has(name.slice(area.name.length + 1)),
  );
  if (missing.length > 0) throw new Error(`Nobody answers ${missing.map(({ name }) => name).join(", ")}.`);
  return actions;
}
