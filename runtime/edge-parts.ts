import type { Contract, InputOf, ResultOf } from "../contracts/contract.js";
import type { ActionDeps } from "./action.js";
import type { EdgePart } from "./area.js";
import type { CallMeta, EdgeCall } from "./context.js";
import type { EdgeRoute } from "./edge.js";
import type { Host } from "./host.js";

/**
 * What a gateway answers in its own process: raw routes, and the typed call of contracts with `rest.edge`, which walks the
 * same gates but may last and be ended. Null parts: no gateway. Throws at start when a contract has no action.
 */
export function openEdgeParts(
  parts: readonly ((host: Host) => EdgePart)[] | null,
  host: Host,
  deps: ActionDeps,
  contracts: readonly Contract[],
): { call: EdgeCall; routes: readonly EdgeRoute[] } {
  const made = (parts ?? []).map((makePart) => makePart(host));
  const actions = new Map(made.flatMap((part) => part.actions).map((each) => [each.contract.name, each]));
  const missing = contracts.filter(({ name, rest }) => rest?.edge && !actions.has(name));
  if (parts !== null && missing.length > 0)
    throw new Error(`Nobody answers ${missing.map(({ name }) => name).join(", ")} at the edge.`);
  return {
    routes: made.flatMap((part) => part.routes),
    call: async <C extends Contract>(
      contract: C,
      params: InputOf<C>,
      meta: CallMeta,
      signal: AbortSignal,
    ) => {
      const action = actions.get(contract.name);
      if (action === undefined) throw new Error(`${contract.name} is not answered in this process.`);
      return (await action.handle(params, meta, deps, signal)) as ResultOf<C>;
    },
  };
}
