import test from "ava";
import { ExternalServices, externalServices } from "../../../../runtime/cluster/external-services.js";
import { offeredServices } from "../../../../runtime/cluster/offered-services.js";

/** The tests are about the parts of a third party's node that are served (ADR-0064). */
const listed = (text: string) => new ExternalServices(externalServices(text) ?? []);

const service = (name: string, actions: Record<string, unknown>, more = {}) => ({
  name,
  settings: { rest: "/../v1/models" },
  metadata: { a: 1 },
  events: { "kiln.signal": {} },
  actions: Object.fromEntries(
    Object.entries(actions).map(([rawName, action]) => [
      rawName,
      { name: `${name}.${rawName}`, rawName, ...(action as object) },
    ]),
  ),
  ...more,
});

const routesOf = (rest: unknown): readonly string[] =>
  offeredServices([service("links", { get: { rest } })], listed("links.*")).services[0]?.actions["links.get"]
    ?.rest ?? [];

test("EXTERNAL_SERVICES takes service.action and service.* and nothing else (rules/running 32)", (t) => {
  t.deepEqual(externalServices("a.*, v2.b-c.list,"), ["a.*", "v2.b-c.list"]);
  for (const text of [
    "*",
    "a",
    "*.list",
    "a.*.b",
    "a.b.c",
    "v2.list",
    "$node.list",
    "a.li*",
    "a.*,b",
    "a b.c",
  ])
    t.is(externalServices(text), null, text);
});

test("names of Kiln's own services are found, with and without a version", (t) => {
  t.is(listed("a.*,v2.models.list").entryOf(["models"]), "v2.models.list");
  t.is(listed("content.*").entryOf(["models", "content"]), "content.*");
  t.is(listed("modelsx.*").entryOf(["models"]), undefined);
});

test("listed actions that are published and have a route are kept, made anew (rules/running 32)", (t) => {
  const actions = {
    get: {
      rest: "GET /:id",
      scope: "content:read",
      params: { id: "string" },
      cache: true,
      responseHeaders: { a: "b" },
    },
    list: { rest: "GET /", visibility: "published" },
    inner: { rest: "GET /inner", visibility: "public" },
    plain: {},
  };
  const { services, faults } = offeredServices(
    [service("links", actions), service("others", actions)],
    listed("links.*"),
  );
  t.deepEqual(faults, []);
  t.is(services.length, 1);
  const [only] = services;
  t.deepEqual([only?.settings, only?.metadata, only?.events], [{}, {}, {}]);
  t.deepEqual(only?.actions, {
    "links.get": {
      name: "links.get",
      rawName: "get",
      rest: ["GET /:id"],
      visibility: "published",
      scope: "content:read",
    },
    "links.list": {
      name: "links.list",
      rawName: "list",
      rest: ["GET /"],
      visibility: "published",
      scope: null,
    },
  });
  const { services: narrow } = offeredServices([service("links", actions)], listed("links.list"));
  t.deepEqual(Object.keys(narrow[0]?.actions ?? {}), ["links.list"]);
});

test("a version is a part of the service's name", (t) => {
  const orders = service("orders", { list: { rest: "GET /" } }, { version: 2 });
  t.is(offeredServices([orders], listed("orders.*")).services.length, 0);
  t.deepEqual(Object.keys(offeredServices([orders], listed("v2.orders.*")).services[0]?.actions ?? {}), [
    "v2.orders.list",
  ]);
});

test("a name in the description that is not the action's own gives no other action", (t) => {
  const posing = service("links", { get: { rest: "GET /", name: "models.list" } }, { fullName: "links" });
  t.deepEqual(Object.keys(offeredServices([posing], listed("links.*")).services[0]?.actions ?? {}), [
    "links.get",
  ]);
});

test("routes are a method and a path of plain segments and parameters beneath the service", (t) => {
  t.deepEqual(routesOf("GET /a/:id"), ["GET /a/:id"]);
  t.deepEqual(routesOf("/a"), ["* /a"]);
  t.deepEqual(
    routesOf({ path: "/a", method: "PUT", basePath: "/", fullPath: "/v1/models", type: "multipart" }),
    ["PUT /a"],
  );
  t.deepEqual(routesOf({ method: "POST" }), ["POST /get"]);
  t.deepEqual(routesOf(["GET /a", "GET /("]), ["GET /a"]);
  for (const rest of [
    "GET /../a",
    "GET /a/..",
    "GET /*rest",
    "GET /{a}",
    "TRACE /",
    7,
    true,
    "GET /a?b",
    "GET /%2e",
  ])
    t.deepEqual(routesOf(rest), [], JSON.stringify(rest));
  t.deepEqual(routesOf(`GET ${"/a".repeat(11)}`), []);
});

test("a scope that there is not leaves the action out and says so, and routes are bounded (rules/running 32)", (t) => {
  const { services, faults } = offeredServices(
    [service("links", { get: { rest: "GET /", scope: "all" } })],
    listed("links.*"),
  );
  t.deepEqual(services[0]?.actions, {});
  t.deepEqual(faults, ["links.get names a scope that there is not; it is not served."]);
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`a${at}`, { rest: `GET /${at}` }]));
  const bounded = offeredServices([service("links", many)], listed("links.*"));
  t.is(Object.keys(bounded.services[0]?.actions ?? {}).length, 100);
});
