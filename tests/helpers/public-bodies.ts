import { CONTRACTS } from "../../contracts/index.js";
import { PAGES } from "../../services/gateway/pages/pages.js";

/** Route that reads a body without a credential. */
export interface PublicBody {
  method: string;
  /** Path with an id that does not exist for each parameter. */
  path: string;
  type: "application/json" | "application/x-www-form-urlencoded";
  /** Form of a refusal: the JSON envelope or a page. */
  refusal: "envelope" | "page";
}

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Paths of the OAuth server, which has no contracts and renders its own answers. */
const OAUTH = [
  { path: "/oauth/register", type: JSON_TYPE },
  { path: "/oauth/token", type: FORM_TYPE },
  { path: "/oauth/revoke", type: FORM_TYPE },
  { path: "/oauth/interaction/:uid", type: FORM_TYPE },
] as const;

/** Returns the path of a route with an id that does not exist for each parameter, also where the router has a pattern for it. */
export const pathOf = (route: string): string =>
  route.replaceAll(/:\w+(?:\([^)]*\))?/g, "00000000-0000-7000-8000-000000000000").replace("*", "something");

/**
 * All routes that read bodies without a credential. http/gateway/bodies-in-time.test.ts compares the list with the routes that a
 * process has mounted, so that none is missing.
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
