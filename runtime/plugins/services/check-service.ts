import { CONTRACTS } from "../../../contracts/index.js";
import { DELIVERY_CONTRACTS } from "../../../contracts/delivery.js";
import { EVENT_CONTRACTS } from "../../../contracts/events.js";
import type { Service, ServiceAction } from "../../../plugins/kit/service.js";
import { reasonOf } from "../../errors/reason-of.js";
import { entitiesProblem, migrationsProblem } from "./check-tables.js";
import { readContract } from "./read-contract.js";

const NAME = /^[a-z][a-z0-9]{0,31}$/;
const MOST_ACTIONS = 100;

/** The first words of Kiln's own actions and of other names by which processes call each other. */
const TAKEN: ReadonlySet<string> = new Set([
  ...[...CONTRACTS, ...DELIVERY_CONTRACTS, ...EVENT_CONTRACTS].map(({ name }) => name.split(".")[0] ?? ""),
  "gateway",
  "mcp",
  "node",
  "plugins",
  "provider",
  "transcriber",
  "kiln",
]);

/** Returns the reason why a plugin's service cannot serve, or null. */
export function serviceProblem(service: Partial<Service>): string | null {
  const { name, actions } = service;
  if (typeof name !== "string" || !NAME.test(name))
    return "A service's name must have lower-case letters and digits, begin with a letter, and be at most 32 long.";
  if (TAKEN.has(name)) return `The name ${name} is one of Kiln's own services; give the service another one.`;
  const called = `The service ${name}`;
  if (!Array.isArray(actions) || actions.length === 0) return `${called} has no actions.`;
  if (actions.length > MOST_ACTIONS) return `${called} has more than ${MOST_ACTIONS} actions.`;
  return (
    actionsProblem(name, actions as readonly ServiceAction<never, never>[]) ??
    entitiesProblem(name, service.entities ?? []) ??
    migrationsProblem(name, service.migrations ?? [], service.entities ?? [])
  );
}

function actionsProblem(service: string, actions: readonly ServiceAction<never, never>[]): string | null {
  const names = new Set<string>();
  const routes = new Set<string>();
  for (const action of actions) {
    try {
      const { name, rest, idempotent } = readContract(
        service,
        (action as Partial<typeof action> | null)?.contract,
      );
      if (typeof action.handler !== "function") return `The action ${name} has no handler.`;
      if (idempotent === true && typeof action.replay !== "function")
        return `The action ${name} is idempotent and has no replay.`;
      // The names of path parameters do not distinguish two routes.
      const route = `${rest?.method} ${rest?.path.replaceAll(/:\w+/g, ":")}`;
      if (names.has(name)) return `The action ${name} is there twice.`;
      if (routes.has(route)) return `${rest?.method} ${rest?.path} is the route of two actions.`;
      names.add(name);
      routes.add(route);
    } catch (error) {
      return reasonOf(error);
    }
  }
  return null;
}
