import type { Contract } from "../contracts/contract.js";
import type { Action, ActionDeps } from "./action.js";
import type { CallMeta } from "./context.js";
import type { EdgeRoute } from "./edge.js";
import type { Host } from "./host.js";
import type { TaskHandler } from "./tasks/task-handler.js";

/** One area of the house: its actions, its durable work, its raw routes. */
export interface Area {
  name: string;
  actions: readonly Action[];
  tasks?: readonly TaskHandler[];
  edge?: readonly EdgeRoute[];
  /** Called before anybody can call the area's actions. */
  started?(): Promise<void>;
  /** Called at the end of the process, when no more calls come. */
  stopped?(): Promise<void>;
}

/** Every area exports by default the function that builds it for a host. */
export type AreaFactory = (host: Host) => Area | Promise<Area>;

/** The Moleculer service of an area. Zod objects stay out of the registry: only names go to other nodes. */
export function toServiceSchema(area: Area, deps: ActionDeps, contracts: readonly Contract[]): object {
  const actions: Record<string, object> = {};
  for (const action of area.actions) {
    const [owner, verb] = action.contract.name.split(".");
    if (owner !== area.name || verb === undefined)
      throw new Error(`${action.contract.name} does not belong to the area ${area.name}.`);
    if (verb in actions) throw new Error(`${action.contract.name} is there twice.`);
    actions[verb] = {
      visibility: action.contract.audience === "internal" ? "public" : "published",
      handler: (context: { params: unknown; meta: CallMeta }) =>
        action.handle(context.params, metaOf(context.meta), deps),
    };
  }
  const missing = contracts.filter(
    ({ name }) => name.startsWith(`${area.name}.`) && !(name.slice(area.name.length + 1) in actions),
  );
  if (missing.length > 0) throw new Error(`Nobody answers ${missing.map(({ name }) => name).join(", ")}.`);
  return { name: area.name, actions };
}

/** The broker merges meta up and down; only our own keys are taken from it. */
const metaOf = (meta: CallMeta): CallMeta => ({
  auth: meta.auth ?? null,
  requestId: meta.requestId,
  client: meta.client,
  idempotency: meta.idempotency ?? null,
});
