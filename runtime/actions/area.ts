import type { Contract } from "../../contracts/contract.js";
import type { Action, ActionDeps } from "./action.js";
import type { CallMeta } from "./context.js";
import type { EdgeRoute } from "../http/edge.js";
import { ServiceError } from "../../contracts/errors.js";
import { fromDatabase } from "../errors/from-database.js";
import type { Host } from "../process/host.js";
import { whileWaited } from "./waiters.js";
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

/** The Moleculer service of an area. Zod objects stay out of the registry: only names go to other nodes. */
export function toServiceSchema(
  name: string,
  holder: { actions: ReadonlyMap<string, Action> },
  deps: ActionDeps,
): object {
  const actions: Record<string, object> = {};
  for (const [verb, { contract }] of holder.actions) {
    actions[verb] = {
      visibility: contract.audience === "internal" ? "public" : "published",
      handler: async (context: { params: unknown; meta: CallMeta }) => {
        const action = holder.actions.get(verb);
        if (!action)
          throw new ServiceError("unavailable", `${contract.name} is gone since its area was reloaded.`);
        try {
          const meta = metaOf(context.meta);
          const handle = (signal?: AbortSignal) => action.handle(context.params, meta, deps, signal);
          return await (meta.waiter === undefined
            ? handle()
            : whileWaited(deps.signals, meta.waiter, handle));
        } catch (error) {
          // Named here, because another process would see only the rest of it that travels.
          throw fromDatabase(error);
        }
      },
    };
  }
  return { name, actions };
}

/** The broker merges meta up and down; only our own keys are taken from it. */
const metaOf = (meta: CallMeta): CallMeta => ({
  auth: meta.auth ?? null,
  requestId: meta.requestId,
  client: meta.client,
  idempotency: meta.idempotency ?? null,
  ...(meta.waiter !== undefined && { waiter: meta.waiter }),
  ...(meta.isAgent === true && { isAgent: true }),
  ...(meta.isRun === true && { isRun: true }),
});
