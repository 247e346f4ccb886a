import type { ApolloServer, GraphQLRequestContext, GraphQLRequestListener } from "@apollo/server";
import { GraphQLError, GraphQLObjectType, GraphQLSchema, GraphQLString } from "graphql";
import type { GraphqlPlugin } from "../../../plugins/kit/graphql-plugin.js";
import type { Host } from "../../../runtime/process/host.js";
import { InvalidQuery, requireValid } from "./prepare.js";
import { answerValid, type Asking, isAboutQuery, type Outcome, refusalOf } from "./run.js";
import { budgetedParts } from "../serving/response-budget.js";

/** One request on its way through the server, which copies the context of a request, but not what is in it. */
interface Way {
  asking: Asking;
  plugins: readonly GraphqlPlugin[];
  /** What it came to; null where a plugin answered or refused. */
  outcome: Outcome | null;
  /** Why it must not run, or what broke while it ran. */
  thrown: unknown;
}
/** What hooks get of it: an object that stands for it and tells nothing, for a way leads to the request and its token. */
interface Context {
  key: object;
}
const ways = new WeakMap<object, Way>();

type Listener = GraphQLRequestListener<Context>;

/**
 * The Apollo Server of this process, for the schemas of all projects (ADR-0066). What is not at hand goes through its
 * pipeline once it was parsed and bounded: the schema, validation and execution of the project are in its hooks, and so
 * are the plugins of operators, those that are there at that moment. It is loaded when it is first needed.
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

  /** Answers a parsed query, or refuses it. Throws what is not about the query. */
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

  /** One that does not open is not cacheable: the next query tries again. */
  async #opened(): Promise<ApolloServer<Context>> {
    try {
      return await this.#open(this.#log);
    } catch (thrown) {
      this.#server = null;
      throw thrown;
    }
  }
}

/** What plugins see of the request: never what its token is. */
async function visibleOf({ running: { http } }: Asking) {
  const { HeaderMap } = await import("@apollo/server");
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(http.headers))
    if (typeof value === "string" && name !== "authorization" && name !== "cookie") headers.set(name, value);
  return { method: http.method ?? "POST", headers, search: "", body: undefined };
}

/** Apollo Server asks for a schema when it starts; no request uses this one. */
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
    // ours are bounded by project and token (ADR-0047), and validation has the project's schema
    persistedQueries: false,
    documentStore: null,
    stopOnTerminationSignals: false,
    // nothing is read from the environment, and nothing reported to anybody, unless a plugin does it
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

/** The project's schema, validation and execution, and behind each the same hook of the operator's plugins. */
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
        // Apollo Server sends its message; what is no refusal may tell of the inside
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

/** The answer itself does not pass through the server: it is bytes, which it would parse and write anew. */
const noBody = () => ({
  http: { status: undefined, headers: new Map() as never },
  body: { kind: "single" as const, singleResult: {} },
});

/** By its name, for a plugin may bring the library along. */
const isGraphqlError = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.name === "GraphQLError";

function asGraphql(thrown: unknown): GraphQLError {
  if (thrown instanceof InvalidQuery && thrown.errors[0] !== undefined) return thrown.errors[0];
  return new GraphQLError(isAboutQuery(thrown) ? thrown.message : "Internal server error");
}
