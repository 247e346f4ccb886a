import { CONTRACTS } from "../../contracts/index.js";
import { PAGES } from "../../services/gateway/pages/pages.js";

/** A route that reads a body of whoever sends one. */
export interface PublicBody {
  method: string;
  /** With an id that is nobody's for each parameter. */
  path: string;
  type: "application/json" | "application/x-www-form-urlencoded";
  /** How it writes what it refuses: in the envelope, or as a page. */
  refusal: "envelope" | "page";
}

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** The paths of the OAuth server, which has no contracts; each answers for itself. */
const OAUTH = [
  { path: "/oauth/register", type: JSON_TYPE },
  { path: "/oauth/token", type: FORM_TYPE },
  { path: "/oauth/revoke", type: FORM_TYPE },
  { path: "/oauth/interaction/:uid", type: FORM_TYPE },
] as const;

/** The path of a route with an id of nobody's for each parameter, whether its router has a pattern for it or not. */
export const pathOf = (route: string): string =>
  route.replaceAll(/:\w+(?:\([^)]*\))?/g, "00000000-0000-7000-8000-000000000000").replace("*", "something");

/**
 * All routes that read bodies without a credential. http/gateway/bodies-in-time.test.ts compares the list with the routes that a
 * process has mounted, so none is missing.
 */
export const PUBLIC_BODIES: readonly PublicBody[] = [
  ...CONTRACTS.flatMap(({ audience, rest }): PublicBody[] =>
    audience === "public" && rest !== undefined && rest.method !== "GET"
      ? [{ method: rest.method, path: pathOf(rest.path), type: JSON_TYPE, refusal: "envelope" }]
      : [],
  ),
  ...PAGES.flatMap(({ audience, method, path }): PublicBody[] =>
    audience === "anybody" && method === "POST"
      ? [{ method, path: pathOf(path), type: FORM_TYPE, refusal: "page" }]
      : [],
  ),
  ...OAUTH.map(({ path, type }) => ({
    method: "POST",
    path: pathOf(path),
    type,
    refusal: "envelope" as const,
  })),
];
