import {
  ApolloServer,
  type ApolloServerPlugin,
  type GraphQLRequestListener,
  HeaderMap,
} from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import { GraphQLError, parse } from "graphql";
import type { Auth } from "../../../contracts/auth.js";
import type { Contract } from "../../../contracts/contract.js";
import type { Host } from "../../../runtime/host.js";
import type { Asked } from "../asked.js";
import { admitFields } from "./admit-fields.js";
import type { Asking } from "./asking.js";
import { measure } from "./bounds/measure.js";
import { scanQuery } from "./bounds/scan-query.js";
import type { GraphqlRequest } from "./read-request.js";
import { asGraphqlError, type GraphqlAnswer, renderFieldError } from "./render-errors.js";
import { makePlatformSchema, type PlatformSchema } from "./schema/make-schema.js";

/** What Apollo hands to the fields of a request. */
interface Context {
  asking: Asking;
  auth: Auth;
  asked: Asked;
  requestId: string;
}

/** A request that was admitted and read. */
export interface Question extends Context {
  given: GraphqlRequest;
  search: string;
}

/** One Apollo Server with the schema of some contracts. */
export class GraphqlServer {
  readonly platform: PlatformSchema;
  readonly #host: Host;
  readonly #apollo: ApolloServer<Context>;

  private constructor(host: Host, contracts: readonly Contract[]) {
    this.#host = host;
    this.platform = makePlatformSchema(contracts, (field, data) =>
      (data.context as Context).asking.resolve(field, data),
    );
    this.#apollo = new ApolloServer<Context>({
      schema: this.platform.schema,
      introspection: true,
      // Bodies are JSON, foreign origins refused and answers never cross-origin: the route did it before.
      csrfPrevention: false,
      // Who sends queries of others' applications would fill it; queries are short, and parsed in well below a millisecond.
      documentStore: null,
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
        this.#rules(),
      ],
    });
  }

  static async start(host: Host, contracts: readonly Contract[]): Promise<GraphqlServer> {
    const made = new GraphqlServer(host, contracts);
    await made.#apollo.start();
    return made;
  }

  /** Bounds, then Apollo: validation, the scopes of all fields, the fields. Throws what the bounds refuse. */
  async answer({ given, search, ...context }: Question): Promise<GraphqlAnswer> {
    const { config } = this.#host;
    const { method, headers } = context.asked;
    const limits = { aliases: config.graphqlMaxAliases, cost: config.graphqlMaxCost };
    try {
      scanQuery(given.query);
      measure(parse(given.query), given.variables, this.platform, limits);
    } catch (thrown) {
      // Apollo says what is wrong with its grammar.
      if (!(thrown instanceof GraphQLError)) throw thrown;
    }
    const accepted = new HeaderMap();
    for (const name of ["accept", "content-type"] as const)
      if (headers[name] !== undefined) accepted.set(name, headers[name]);
    const { query, operationName, variables } = given;
    const answer = await this.#apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method, headers: accepted, search, body: { query, operationName, variables } },
      context: async () => context,
    });
    const { body, status = 200 } = answer;
    if (body.kind !== "complete") throw new Error("Apollo answered in parts.");
    return { status, headers: Object.fromEntries(answer.headers), text: body.string };
  }

  stop(): Promise<void> {
    return this.#apollo.stop();
  }

  #rules(): ApolloServerPlugin<Context> {
    const { platform } = this;
    const { baseUrl, log } = this.#host;
    return {
      async requestDidStart(): Promise<GraphQLRequestListener<Context>> {
        let thrown: readonly GraphQLError[] = [];
        return {
          async didResolveOperation({ document, operation, contextValue }) {
            const { auth, asked, requestId } = contextValue;
            try {
              if (operation !== undefined)
                admitFields(platform, document, operation, { auth, asked, baseUrl });
            } catch (error) {
              throw asGraphqlError(error, requestId);
            }
          },
          async didEncounterErrors({ errors }) {
            thrown = errors;
          },
          async willSendResponse({ response, contextValue: { requestId } }) {
            if (response.body.kind !== "single") return;
            const result = response.body.singleResult;
            result.errors &&= result.errors.map((error, at) =>
              renderFieldError(error, thrown[at], { requestId, log }),
            );
          },
        };
      },
    };
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
