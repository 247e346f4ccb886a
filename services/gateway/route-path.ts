import type { Contract } from "../../contracts/contract.js";
import { isUuid } from "../../contracts/ids.js";

const UUID = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";
const SLUG = "^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$";

/** The paths whose parameters are no UUIDs: models, Applications, and names of plugins and services. */
const SLUGS = [
  "/v1/admin/models/:id",
  "/v1/applications/:id/run",
  "/v1/admin/plugins/:name/reload",
  "/v1/admin/services/:name/load",
  "/v1/admin/services/:name/unload",
  "/v1/admin/services/:name/reload",
];
const FREE = new Set(["token"]);

/**
 * Returns the router's path of a contract: a malformed id in a path is an unknown route, 404 before
 * authentication (rules/edge 13).
 */
export const routerPath = (contract: Contract & { rest: object }): string => {
  const { path } = contract.rest as { path: string };
  return path.replace(/:(\w+)/g, (whole, name: string) =>
    FREE.has(name) ? whole : `${whole}(${SLUGS.includes(path) ? SLUG : UUID})`,
  );
};

/**
 * Returns the name, in the route's path, of the first id in an address that is no UUID; null when the address
 * differs in more.
 */
export function malformedId(path: string, address: string): string | null {
  const given = address.split("/");
  const parts = path.split("/");
  if (given.length !== parts.length || SLUGS.includes(path)) return null;
  let malformed: string | null = null;
  for (const [at, part] of parts.entries()) {
    const own = given[at] ?? "";
    const name = part.startsWith(":") ? part.slice(1) : null;
    if (own === "" ? part !== "" : name === null && own !== part) return null;
    if (name !== null && !FREE.has(name) && !isUuid(own)) malformed ??= name;
  }
  return malformed;
}
