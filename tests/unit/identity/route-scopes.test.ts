import test from "ava";
import type { Method } from "../../../contracts/contract.js";
import { CONTRACTS } from "../../../contracts/index.js";
import { isScope, type ScopeArea } from "../../../contracts/scopes.js";
import { type Opener, openerOf, ROUTE_OPENERS } from "../../../services/identity/route-scopes.js";

/** Areas of the scope that each route needs (rules/identity 31). The longest matching prefix decides. */
const AREAS: readonly (readonly [area: ScopeArea, prefixes: readonly string[]])[] = [
  ["generation", ["models", "generations", "applications", "estimates"]],
  ["media", ["uploads", "storage", "transcriptions", "projects/:id/storage"]],
  ["workflows", ["workflows", "workflow-templates", "workflow-node-types"]],
  ["projects", ["projects", "project-invites", "projects/:id/usage"]],
  ["content", ["projects/:id/content", "content"]],
  ["account", ["account", "usage", "billing", "api-keys", "oauth/grants", "audit"]],
];

/** Routes that need no scope although a prefix matches: the caller is a payment gateway or holds a delivery token. */
const APART: Readonly<Record<string, Opener>> = {
  "POST /v1/billing/stripe-webhook": "public",
  "GET /v1/content/:projectId/documents": "delivery token",
  "GET /v1/content/:projectId/documents/:id": "delivery token",
  "GET /v1/content/:projectId/types": "delivery token",
  "GET /v1/content/:projectId/graphql": "delivery token",
  "POST /v1/content/:projectId/graphql": "delivery token",
};

function areaOf(path: string): ScopeArea | undefined {
  const plain = path.replace("/v1/", "").replace(/:\w+/g, ":id");
  const fitting = AREAS.flatMap(([area, prefixes]) =>
    prefixes
      .filter((prefix) => plain === prefix || plain.startsWith(`${prefix}/`))
      .map((prefix) => ({ area, length: prefix.length })),
  );
  return fitting.toSorted((a, b) => b.length - a.length)[0]?.area;
}

test("every route has the scope of its area; GET needs read, all else rw (rules/identity 28 and 31)", (t) => {
  for (const [route, opener] of Object.entries(ROUTE_OPENERS)) {
    const [method, path = ""] = route.split(" ");
    const area = path.startsWith("/v1/") ? areaOf(path) : undefined;
    if (APART[route] !== undefined) t.is(opener, APART[route], route);
    else if (area !== undefined) t.is(opener, `${area}:${method === "GET" ? "read" : "rw"}`, route);
    else t.false(isScope(opener), route);
  }
});

test("operators' routes are under admin and open to nobody else (rules/identity 40)", (t) => {
  for (const [route, opener] of Object.entries(ROUTE_OPENERS))
    t.is(opener === "operator", route.includes(" /v1/admin/"), route);
});

test("every contract agrees with the table of routes (rules/identity 31)", (t) => {
  for (const contract of CONTRACTS) {
    if (!contract.rest) continue;
    const { method, path } = contract.rest;
    const expected = contract.audience === "account" ? contract.scope : contract.audience;
    t.is(openerOf(method, path), expected as Opener, `${contract.name}: ${method} ${path}`);
    if (contract.audience !== "account") t.is(contract.scope, null, contract.name);
  }
});

test("a route that nobody planned is not in the table", (t) => {
  t.is(openerOf("GET" satisfies Method, "/v1/cuts"), undefined);
  t.is(openerOf("GET", "/v1/generations/:jobId"), "generation:read");
});
