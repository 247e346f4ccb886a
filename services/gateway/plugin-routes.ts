import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { pathNames } from "../../contracts/contract.js";
import { isUuid } from "../../contracts/ids.js";
import { MAX_BODY_BYTES } from "../../contracts/limits.js";
import { SERVICES_PATH } from "../../runtime/plugins/services/read-contract.js";
import { type Means, type ServedContract, serveContract } from "./contract-routes.js";
import { unknownRoute } from "./unknown-route.js";
import type { RestContract } from "./answer-otherwise.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The route of a plugin's service that the request is for. */
    pluginRoute: PluginRoute | null;
  }
}

interface PluginRoute {
  /** The path as the contract writes it. */
  path: string;
  served: ServedContract;
}

interface Entry extends PluginRoute {
  method: string;
  segments: readonly Segment[];
}

type Segment = { literal: string } | { name: string; isId: boolean };

const SLUG = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$/;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Mounts the routes of the services that plugins bring (ADR-0065). These routes come and go while the server
 * runs, so they have one place in the framework's router and a table behind it that is made anew when the
 * contracts change. All else is as for Kiln's own contracts.
 */
export function mountPluginContracts(app: FastifyInstance, means: Means): void {
  const find = finderOf(means);
  app.decorateRequest("pluginRoute", null);
  for (const url of [`${SERVICES_PATH}/:service`, `${SERVICES_PATH}/:service/*`])
    app.route({
      method: METHODS,
      url,
      bodyLimit: MAX_BODY_BYTES,
      onRequest: async (request, reply) => {
        const found = find(request);
        if (found === null) throw unknownRoute(request);
        request.pluginRoute = found.route;
        request.params = found.params;
        const { served } = found.route;
        const refused = served.refusedLength(request);
        if (refused !== undefined) throw refused;
        if (!found.isPublic) await served.authorize(request, reply);
      },
      handler: async (request, reply) => {
        const { pluginRoute } = request;
        if (pluginRoute === null) throw unknownRoute(request);
        return pluginRoute.served.answer(request, reply);
      },
    });
}

interface Found {
  route: PluginRoute;
  params: Record<string, string>;
  isPublic: boolean;
}

function finderOf(means: Means): (request: FastifyRequest) => Found | null {
  const { contracts } = means.host;
  let table: { of: readonly unknown[]; byService: Map<string, (Entry & { isPublic: boolean })[]> } | null =
    null;
  const made = new WeakMap<object, Entry & { isPublic: boolean }>();
  const entryOf = (contract: RestContract) => {
    const known = made.get(contract) ?? {
      path: contract.rest.path,
      method: contract.rest.method,
      segments: segmentsOf(contract),
      served: serveContract(means, contract),
      isPublic: contract.audience === "public",
    };
    made.set(contract, known);
    return known;
  };
  return ({ method, url }) => {
    if (table?.of !== contracts.plugins) {
      const entries = contracts.plugins
        .filter(({ rest }) => rest)
        .map((each) => entryOf(each as RestContract));
      const byService = Map.groupBy(entries, ({ path }) => path.split("/")[3] ?? "");
      table = { of: contracts.plugins, byService };
    }
    const wanted = method === "HEAD" ? "GET" : method;
    const segments = segmentsIn(url);
    if (segments === null) return null;
    let best: Found | null = null;
    for (const entry of table.byService.get(segments[0] ?? "") ?? []) {
      const params = entry.method === wanted ? match(entry.segments, segments) : null;
      // The route with more literal segments is the closer one: a literal segment is never taken for a
      // parameter.
      if (params !== null && (best === null || Object.keys(params).length < Object.keys(best.params).length))
        best = { route: entry, params, isPublic: entry.isPublic };
    }
    return best;
  };
}

/** Returns the segments after the prefix; null for an address that does not decode. */
function segmentsIn(url: string): string[] | null {
  const [path = ""] = url.split("?");
  try {
    return path
      .slice(SERVICES_PATH.length + 1)
      .split("/")
      .map(decodeURIComponent);
  } catch {
    return null;
  }
}

/**
 * Returns the segments of a contract's path. Ids are UUIDs where the schema says so, else slugs: a malformed
 * id is an unknown route (rules/edge 13).
 */
function segmentsOf({ params, rest }: RestContract): Segment[] {
  const { properties = {} } = z.toJSONSchema(params, { io: "input", unrepresentable: "any" }) as {
    properties?: Record<string, { format?: string }>;
  };
  const names = pathNames(rest.path);
  return rest.path
    .slice(SERVICES_PATH.length + 1)
    .split("/")
    .map((part) =>
      part.startsWith(":") && names.includes(part.slice(1))
        ? { name: part.slice(1), isId: properties[part.slice(1)]?.format === "uuid" }
        : { literal: part },
    );
}

function match(wanted: readonly Segment[], given: readonly string[]): Record<string, string> | null {
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, segment] of wanted.entries()) {
    const own = given[at] ?? "";
    if ("literal" in segment) {
      if (segment.literal !== own) return null;
    } else if (segment.isId ? isUuid(own) : SLUG.test(own)) params[segment.name] = own;
    else return null;
  }
  return params;
}
