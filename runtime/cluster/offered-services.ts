import { isScope } from "../../contracts/scopes.js";
import type { ExternalServices } from "./external-services.js";

/** The number of routes that one service of a node may have. */
const MOST_ROUTES = 100;
const MOST_SERVICES = 200;

const ROUTE = /^(?:(GET|POST|PUT|PATCH|DELETE|\*) +)?(\/?[^\s]*)$/;
/** The pattern of a path. A segment is plain text, or a parameter as `:name`. */
const PATH = /^(?:\/(?::[A-Za-z_]\w{0,39}|(?!\.{1,2}(?:\/|$))[\w.~-]{1,100})){0,10}\/?$/;
const ACTION = /^[A-Za-z][\w-]{0,63}$/;

/** An action of a third party as this process's registry keeps it; all other data of its node is dropped. */
export interface OfferedAction {
  name: string;
  rawName: string;
  /** The routes, each as `GET /links/:id`, below the name of the service. */
  rest: readonly string[];
  visibility: "published";
  /** The scope that a caller's key needs; null requires a key without scopes, or a session. */
  scope: string | null;
}

export interface OfferedService {
  name: string;
  version?: string | number;
  fullName: string;
  settings: object;
  metadata: object;
  actions: Readonly<Record<string, OfferedAction>>;
  events: object;
}

export interface Offer {
  services: OfferedService[];
  /** Sentences that say why something on the whitelist is not served. */
  faults: string[];
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns those of a node's services that are served: the ones on the whitelist, with their published actions
 * that have a route. The result is rebuilt from checked values, because the node may send anything.
 */
export function offeredServices(services: unknown, external: ExternalServices): Offer {
  const offer: Offer = { services: [], faults: [] };
  if (!Array.isArray(services)) return offer;
  for (const given of services.slice(0, MOST_SERVICES)) {
    const service = isObject(given) ? serviceOf(given, external, offer.faults) : null;
    if (service !== null && !offer.services.some(({ fullName }) => fullName === service.fullName))
      offer.services.push(service);
  }
  return offer;
}

function serviceOf(given: Json, external: ExternalServices, faults: string[]): OfferedService | null {
  const { name, version } = given;
  if (typeof name !== "string") return null;
  const hasVersion = typeof version === "number" || typeof version === "string";
  const prefix = typeof version === "number" ? `v${version}.` : hasVersion ? `${version}.` : "";
  const fullName = typeof given.fullName === "string" ? given.fullName : `${prefix}${name}`;
  if (!external.names(fullName)) return null;
  const actions: Record<string, OfferedAction> = {};
  let routes = 0;
  for (const offered of Object.values(isObject(given.actions) ? given.actions : {})) {
    const action = isObject(offered) ? actionOf(fullName, offered, external, faults) : null;
    if (action === null) continue;
    routes += action.rest.length;
    if (routes > MOST_ROUTES) {
      faults.push(`${fullName} has more than ${MOST_ROUTES} routes; the first ones are served.`);
      break;
    }
    actions[action.name] = action;
  }
  return {
    name,
    ...(hasVersion && { version }),
    fullName,
    settings: {},
    metadata: {},
    actions,
    events: {},
  };
}

function actionOf(
  service: string,
  given: Json,
  external: ExternalServices,
  faults: string[],
): OfferedAction | null {
  const { rawName, rest, visibility, scope } = given;
  if (typeof rawName !== "string" || !ACTION.test(rawName) || !external.lists(service, rawName)) return null;
  if (rest === undefined || rest === null) return null;
  if (visibility !== undefined && visibility !== null && visibility !== "published") return null;
  const name = `${service}.${rawName}`;
  if (scope !== undefined && scope !== null && !(typeof scope === "string" && isScope(scope))) {
    faults.push(`${name} names a scope that there is not; it is not served.`);
    return null;
  }
  const routes = (Array.isArray(rest) ? rest.slice(0, MOST_ROUTES) : [rest]).map((each) =>
    routeOf(each, rawName),
  );
  const good = routes.filter((route) => route !== null);
  if (good.length < routes.length)
    faults.push(
      `${name} has a route that is not served: a method and a path such as GET /links/:id are understood.`,
    );
  if (good.length === 0) return null;
  return { name, rawName, rest: good, visibility: "published", scope: scope ?? null };
}

/**
 * Reads a route in Moleculer's forms, `GET /links/:id` or `{ method, path }`; returns null for anything else.
 */
function routeOf(given: unknown, rawName: string): string | null {
  if (isObject(given)) {
    const { method = "*", path = `/${rawName}` } = given;
    if (typeof method !== "string" || typeof path !== "string") return null;
    return routeOf(`${method} ${path}`, rawName);
  }
  const [, method = "*", path = ""] = (typeof given === "string" && ROUTE.exec(given.trim())) || [];
  const whole = path.startsWith("/") ? path : `/${path}`;
  return path !== "" && PATH.test(whole) ? `${method} ${whole}` : null;
}
