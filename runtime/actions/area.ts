import type { Contract } from "../../contracts/contract.js";
import type { Action } from "./action.js";
import type { EdgeRoute } from "../http/edge.js";
import type { Host } from "../process/host.js";
import type { TaskHandler } from "../../engines/durable-queue/task-handler.js";

/** One area of the house: its actions, its durable work, its raw routes. */
export interface Area {
  name: string;
  actions: readonly Action[];
  tasks?: readonly TaskHandler[];
  edge?: readonly EdgeRoute[];
  /** Called before anybody can call the area's actions; and again after `stopped`, when a new version could not begin. */
  started?(): Promise<void>;
  /** Called at the end of the process, when no more calls come, and when the area is unloaded. */
  stopped?(): Promise<void>;
}

/** What each process with a gateway does of an area itself, also where it does not host the area. */
export interface EdgePart {
  /** Of contracts with `rest.edge`. */
  actions: readonly Action[];
  routes: readonly EdgeRoute[];
}

/** Every area exports by default the function that builds it for a host. */
export type AreaFactory = (host: Host) => Area | Promise<Area>;

/** The actions by verb. Throws for a stranger's, a doubled, and a contract of the area that nobody answers. */
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
