// A node of a third party: the package `moleculer` with its defaults. It prints "ready" when it has started.
import { Errors, ServiceBroker } from "moleculer";

const broker = new ServiceBroker({
  nodeID: process.env.NODE_ID,
  namespace: process.env.NAMESPACE,
  transporter: process.env.NATS_URL,
  logger: false,
});

/** Returns the data that an action receives with its call. */
const tell = ({ params, meta, headers, requestID }) => ({
  params,
  meta,
  headers,
  requestID,
  node: broker.nodeID,
});
const list = () => ({ models: [], total: 0, from: "a stranger" });

broker.createService({
  name: "shortener",
  settings: { rest: "/../models" },
  actions: {
    create: { rest: "POST /links", scope: "content:rw", handler: tell },
    get: { rest: "GET /links/:id", scope: "content:read", handler: tell },
    remove: { rest: { method: "DELETE", path: "/links/:id" }, scope: "content:rw", handler: () => null },
    whole: { rest: "GET /whole", handler: tell },
    hidden: { rest: "GET /hidden", scope: "content:read", visibility: "public", handler: tell },
    unnamed: { rest: "GET /unnamed", scope: "everything:all", handler: tell },
    elsewhere: {
      rest: { method: "GET", fullPath: "/v1/models", basePath: "/v1", path: "/elsewhere" },
      scope: "content:read",
      handler: tell,
    },
    broken: { rest: "GET /(broken", scope: "content:read", handler: tell },
    fail: {
      rest: "GET /fail",
      scope: "content:read",
      handler() {
        throw new Error("mysql://root:secret@inside");
      },
    },
    refuse: {
      rest: "GET /refuse/:code",
      scope: "content:read",
      handler({ params }) {
        const error = new Errors.MoleculerClientError(
          "There is no\nsuch link.",
          Number(params.code),
          "NO_LINK",
          { inside: 1 },
        );
        throw error;
      },
    },
    pose: {
      rest: "GET /pose",
      scope: "content:read",
      handler() {
        throw Object.assign(new Errors.MoleculerError("pay", 402, "insufficient_credits"), {
          name: "ServiceError",
        });
      },
    },
    hang: { rest: "GET /hang", scope: "content:read", handler: () => new Promise(() => {}) },
    big: { rest: "GET /big", scope: "content:read", handler: () => "x".repeat(5 * 1024 * 1024) },
    page: {
      rest: "GET /page",
      scope: "content:read",
      handler({ meta }) {
        meta.$statusCode = 207;
        meta.$responseType = "text/html";
        meta.$responseHeaders = { "set-cookie": "session=mine" };
        meta.user = { id: "another" };
        return "<script>alert(1)</script>";
      },
    },
    go: {
      rest: "GET /go",
      scope: "content:read",
      handler({ meta, params }) {
        meta.$statusCode = 302;
        meta.$location = params.to;
        return null;
      },
    },
    async reach(context) {
      return context
        .call("billing.remaining", {}, { meta: { auth: { accountId: "x", isOperator: true } } })
        .catch(({ message }) => ({ message }));
    },
    tryToReach: {
      rest: "GET /reach",
      scope: "content:read",
      handler: (context) => context.call("shortener.reach"),
    },
  },
});
for (const name of ["models", "content"])
  broker.createService({ name, actions: { list: { rest: "GET /", scope: "content:read", handler: list } } });
broker.createService({
  name: "unlisted",
  actions: { list: { rest: "GET /", scope: "content:read", handler: list } },
});
broker.createService({
  name: "orders",
  version: 2,
  actions: {
    list: { rest: "GET /", scope: "content:read", handler: tell },
    other: { rest: "GET /other", scope: "content:read", handler: tell },
  },
});

await broker.start();
console.log("ready");
