import type { ApolloServer, GraphQLRequestContext, GraphQLRequestListener } from "@apollo/server";
import { GraphQLError, GraphQLObjectType, GraphQLSchema, GraphQLString } from "graphql";
import type { GraphqlPlugin } from "../../../plugins/kit/graphql-plugin.js";
import type { Host } from "../../../runtime/process/host.js";
import { InvalidQuery, requireValid } from "./prepare.js";
import { answerValid, type Asking, isAboutQuery, type Outcome, refusalOf } from "./run.js";
import { budgetedParts } from "../serving/response-budget.js";

/**
 * State of one request on its way through the server. The server copies a request's context object, but not
 * the objects in it.
 */
interface Way {
  asking: Asking;
  plugins: readonly GraphqlPlugin[];
  /** Result of the request; null when a plugin answered or refused it. */
  outcome: Outcome | null;
  /** Reason why the query must not run, or the error that ended it. */
  thrown: unknown;
}
/**
 * Context that hooks get: an object without properties stands for the request, because its state leads to the
 * request and its token.
 */
interface Context {
  key: object;
}
const ways = new WeakMap<object, Way>();

type Listener = GraphQLRequestListener<Context>;

/**
 * The Apollo Server of this process, for the schemas of all projects (ADR-0066). A query without a cached
 * answer goes through its pipeline once it was parsed and bounded: its hooks have the schema, validation and
 * execution of the project, and run the operators' plugins that are loaded at that moment. The server is
 * loaded when it is first needed.
 */
export class Apollo {
  readonly #plugins: Pick<Host["plugins"], "all">;
  readonly #log: Host["log"];
  readonly #open: typeof open;
  #server: Promise<ApolloServer<Context>> | null = null;

  constructor(plugins: Pick<Host["plugins"], "all">, log: Host["log"], opener = open) {
    this.#plugins = plugins;
    this.#log = log;
    this.#open = opener;
  }

  /** Answers a parsed query, or refuses it. Throws errors that are not about the query. */
  async run(asking: Asking): Promise<Outcome> {
    const server = await (this.#server ??= this.#opened());
    const way: Way = { asking, plugins: this.#plugins.all("graphqlPlugin"), outcome: null, thrown: null };
    const key = Object.freeze({});
    ways.set(key, way);
    const { query, operationName, variables } = asking.request;
    const { body } = await server.executeOperation(
      {
        query,
        variables,
        ...(operationName !== null && { operationName }),
        ...(way.plugins.length > 0 && { http: await visibleOf(asking) }),
      },
      { contextValue: { key } },
    );
    if (way.thrown !== null) return refusalOf(way.thrown, asking.running);
    if (way.outcome !== null) return way.outcome;
    if (body.kind !== "single") throw new Error("A plugin answered in several parts.");
    const { data, errors } = body.singleResult;
    return {
      isRun: data !== undefined,
      parts: budgetedParts(JSON.stringify({ ...(errors !== undefined && { errors }), data })),
      cacheable: null,
    };
  }

  /** Opens the server. A failed attempt is forgotten, so that the next query tries again. */
  async #opened(): Promise<ApolloServer<Context>> {
    try {
      return await this.#open(this.#log);
    } catch (thrown) {
      this.#server = null;
      throw thrown;
    }
  }
}

/** Returns the parts of the request that plugins see: never its token. */
async function visibleOf({ running: { http } }: Asking) {
  const { HeaderMap } = await import("@apollo/server");
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(http.headers))
    if (typeof value === "string" && name !== "authorization" && name !== "cookie") headers.set(name, value);
  return { method: http.method ?? "POST", headers, search: "", body: undefined };
}

/** Makes the schema that Apollo Server requires at its start; no request uses it. */
const placeholder = () =>
  new GraphQLSchema({
    query: new GraphQLObjectType({ name: "Query", fields: { nothing: { type: GraphQLString } } }),
  });

async function open(log: Host["log"]): Promise<ApolloServer<Context>> {
  const [{ ApolloServer: Server }, disabled] = await Promise.all([
    import("@apollo/server"),
    import("@apollo/server/plugin/disabled"),
  ]);
  const server = new Server<Context>({
    schema: placeholder(),
    logger: {
      debug: (message) => log.debug({}, String(message)),
      info: (message) => log.info({}, String(message)),
      warn: (message) => log.warn({}, String(message)),
      error: (message) => log.error({}, String(message)),
    },
    nodeEnv: "production",
    includeStacktraceInErrorResponses: false,
    introspection: true,
    // Kiln's own persisted queries are bounded by project and token (ADR-0047), and its own validation has
    // the project's schema.
    persistedQueries: false,
    documentStore: null,
    stopOnTerminationSignals: false,
    // The server reads nothing from the environment and reports nothing to anybody, unless a plugin does.
    plugins: [
      disabled.ApolloServerPluginCacheControlDisabled(),
      disabled.ApolloServerPluginUsageReportingDisabled(),
      disabled.ApolloServerPluginSchemaReportingDisabled(),
      disabled.ApolloServerPluginInlineTraceDisabled(),
      disabled.ApolloServerPluginLandingPageDisabled(),
      {
        async requestDidStart(context) {
          const way = ways.get(context.contextValue.key);
          if (way === undefined) throw new Error("There is a request that nobody asked.");
          return hooksOf(way, await listenersOf(way, context));
        },
      },
    ],
    formatError: (formatted) => ({ ...formatted, extensions: { code: "invalid_params" } }),
  });
  await server.start();
  return server;
}

async function listenersOf({ plugins }: Way, context: GraphQLRequestContext<Context>): Promise<Listener[]> {
  if (plugins.length === 0) return [];
  const started = await Promise.all(plugins.map((plugin) => plugin.requestDidStart?.(context)));
  return started.flatMap((listener) => (listener ? [listener as Listener] : []));
}

/**
 * Returns the hooks with the project's schema, validation and execution; after each of them the same hook of
 * the operator's plugins runs.
 */
function hooksOf(way: Way, listeners: readonly Listener[]): Listener {
  const { asking } = way;
  return {
    async didResolveSource(context) {
      Object.assign(context, { schema: asking.compiled.schema, document: asking.parsed.document });
      for (const each of listeners) await each.didResolveSource?.(context);
    },
    async didResolveOperation(context) {
      try {
        requireValid(asking.compiled, asking.request, asking.parsed);
      } catch (thrown) {
        way.thrown = thrown;
        throw asGraphql(thrown);
      }
      try {
        for (const each of listeners) await each.didResolveOperation?.(context);
      } catch (thrown) {
        // Apollo Server sends the error's message; the message of an unexpected error may tell internals.
        if (!isGraphqlError(thrown)) way.thrown = thrown ?? new Error("A GraphQL plugin threw nothing.");
        throw thrown;
      }
    },
    async responseForOperation(context) {
      for (const each of listeners) {
        const answer = await each.responseForOperation?.(context);
        if (answer) return answer;
      }
      try {
        way.outcome = await answerValid(asking);
      } catch (thrown) {
        way.thrown = thrown;
      }
      return noBody();
    },
    async didEncounterErrors(context) {
      if (listeners.length === 0) return;
      if (way.thrown instanceof InvalidQuery) Object.assign(context, { errors: way.thrown.errors });
      for (const each of listeners) await each.didEncounterErrors?.(context);
    },
    async willSendResponse(context) {
      for (const each of listeners) await each.willSendResponse?.(context);
    },
  };
}

/**
 * Returns an empty body: the answer itself does not pass through the server, because it is bytes, which the
 * server would parse and write anew.
 */
const noBody = () => ({
  http: { status: undefined, headers: new Map() as never },
  body: { kind: "single" as const, singleResult: {} },
});

/** Recognises a GraphQLError by its name, for a plugin may bring its own copy of the library. */
const isGraphqlError = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.name === "GraphQLError";

function asGraphql(thrown: unknown): GraphQLError {
  if (thrown instanceof InvalidQuery && thrown.errors[0] !== undefined) return thrown.errors[0];
  return new GraphQLError(isAboutQuery(thrown) ? thrown.message : "Internal server error");
}
