import { isScope } from "../../contracts/scopes.js";
import type { ExternalServices } from "./external-services.js";

/** Routes of one service of a node at most. */
const MOST_ROUTES = 100;
const MOST_SERVICES = 200;

const ROUTE = /^(?:(GET|POST|PUT|PATCH|DELETE|\*) +)?(\/?[^\s]*)$/;
/** A segment is plain text, or a parameter as `:name`. */
const PATH = /^(?:\/(?::[A-Za-z_]\w{0,39}|(?!\.{1,2}(?:\/|$))[\w.~-]{1,100})){0,10}\/?$/;
const ACTION = /^[A-Za-z][\w-]{0,63}$/;

/** An action of a third party as our registry has it; nothing else of what its node says is kept. */
export interface OfferedAction {
  name: string;
  rawName: string;
  /** Each as `GET /links/:id`, beneath the name of its service. */
  rest: readonly string[];
  visibility: "published";
  /** That a caller's key needs; null wants a key without scopes, or a session. */
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
  /** Why something that the whitelist names is not served, each as a sentence. */
  faults: string[];
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What of the services that a node offers is served: those that the whitelist names, with their published actions that
 * have a route. Made anew from what was checked, for the node may say anything.
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

/** A route as Moleculer writes it, `GET /links/:id` or `{ method, path }`; null for anything else. */
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
