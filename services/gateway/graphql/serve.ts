import { ApolloServer, HeaderMap } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import { type FormattedExecutionResult, GraphQLError, parse } from "graphql";
import type { Contract } from "../../../contracts/contract.js";
import type { Host } from "../../../runtime/process/host.js";
import { apolloRules, type Context, type Way } from "./apollo-rules.js";
import { measure } from "./bounds/measure.js";
import { scanQuery } from "./bounds/scan-query.js";
import { Introspection } from "./introspection/introspection.js";
import type { GraphqlRequest } from "./read-request.js";
import type { GraphqlAnswer } from "./render-errors.js";
import { makePlatformSchema, type PlatformSchema } from "./schema/make-schema.js";
import { subscribeTo, type Question } from "./subscribe.js";

/** One Apollo Server with the schema of some contracts. */
export class GraphqlServer {
  readonly platform: PlatformSchema;
  readonly #host: Host;
  readonly #introspection: Introspection;
  readonly #apollo: ApolloServer<Way>;

  private constructor(host: Host, contracts: readonly Contract[]) {
    this.#host = host;
    this.platform = makePlatformSchema(
      contracts,
      (field, data) => (data.context as Context).asking.resolve(field, data),
      (field, data) => (data.context as Context).asking.stream(field, data),
    );
    this.#introspection = new Introspection(this.platform.schema);
    this.#apollo = new ApolloServer<Way>({
      schema: this.platform.schema,
      introspection: true,
      // The route has checked before that bodies are JSON, and has refused foreign origins; no answer is cross-origin.
      csrfPrevention: false,
      // A cache of parsed queries could be filled by any caller; queries are short, and parsed in well below a millisecond.
      documentStore: null,
      // Kiln has its own persisted queries, bounded by account and key (persisted.ts).
      persistedQueries: false,
      includeStacktraceInErrorResponses: false,
      status400ForVariableCoercionErrors: true,
      stopOnTerminationSignals: false,
      nodeEnv: "production",
      logger: silent,
      plugins: [
        ApolloServerPluginCacheControlDisabled(),
        ApolloServerPluginInlineTraceDisabled(),
        ApolloServerPluginLandingPageDisabled(),
        ApolloServerPluginSchemaReportingDisabled(),
        ApolloServerPluginUsageReportingDisabled(),
        apolloRules(host, this.platform, this.#introspection),
      ],
    });
  }

  static async start(host: Host, contracts: readonly Contract[]): Promise<GraphqlServer> {
    const made = new GraphqlServer(host, contracts);
    await made.#apollo.start();
    return made;
  }

  /**
   * Answers a query: checks its bounds, then has Apollo validate it, check the scopes of all fields and resolve them. Returns null
   * for a query that turned out to be long, and is to be begun anew in its turn. Throws for a query beyond the bounds.
   */
  async answer({ given, ...context }: Question): Promise<GraphqlAnswer | null> {
    const { config } = this.#host;
    const { method } = context.asked;
    const limits = { aliases: config.graphqlMaxAliases, cost: config.graphqlMaxCost };
    try {
      scanQuery(given.query);
      measure(parse(given.query), given.variables, this.platform, limits);
    } catch (thrown) {
      // Apollo answers a query with wrong grammar itself.
      if (!(thrown instanceof GraphQLError)) throw thrown;
    }
    const { query, operationName, variables } = given;
    const about: Way["about"] = { isAsked: false, schema: null, thrown: null };
    const long: Way["long"] = { text: null };
    const answer = await this.#apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method,
        headers: PLAIN_JSON,
        search: method === "GET" ? searchOf(given) : "",
        body: { query, operationName, variables },
      },
      context: async () => ({ ...context, given, about, long }),
    });
    if (context.asking.room.mustBeginAnew) return null;
    if (about.thrown !== null) throw about.thrown;
    const { body, headers, status = 200 } = answer;
    // The route sets the content type, by what the caller accepts.
    headers.delete("content-type");
    if (body.kind !== "complete") throw new Error("Apollo answered in parts.");
    return {
      status,
      headers: Object.fromEntries(headers),
      body: about.schema ?? long.text ?? body.string,
    };
  }

  /** Returns the results of a subscription; null for another operation. */
  subscribe(question: Question): Promise<AsyncIterable<FormattedExecutionResult> | null> {
    return subscribeTo(this.platform, question, this.#host);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#apollo.stop(), this.#introspection.close()]);
  }
}

/** The headers of every request to Apollo, whatever the caller accepts: Apollo would refuse types that no REST route refuses. */
const PLAIN_JSON = new HeaderMap([
  ["accept", "application/json"],
  ["content-type", "application/json"],
]);

/** Returns the query string of a GET as Apollo reads it, with the text of the query also where the caller sent only its hash. */
const searchOf = ({ query, operationName, variables }: GraphqlRequest): string =>
  `?${new URLSearchParams({
    query,
    variables: JSON.stringify(variables),
    ...(operationName !== null && { operationName }),
  }).toString()}`;

const silent = { debug() {}, info() {}, warn() {}, error() {} };
