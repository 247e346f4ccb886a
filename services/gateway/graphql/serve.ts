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
import {
  type DocumentNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLFormattedError,
  OperationTypeNode,
  parse,
  subscribe,
  validate,
} from "graphql";
import type { Auth } from "../../../contracts/auth.js";
import { invalidParams } from "../../../contracts/errors.js";
import type { Contract } from "../../../contracts/contract.js";
import type { Host } from "../../../runtime/host.js";
import type { Asked } from "../asked.js";
import { admitFields } from "./admit-fields.js";
import type { Asking } from "./asking.js";
import { measure } from "./bounds/measure.js";
import { ResultRoom } from "./bounds/result-room.js";
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
    this.platform = makePlatformSchema(
      contracts,
      (field, data) => (data.context as Context).asking.resolve(field, data),
      (field, data) => (data.context as Context).asking.stream(field, data),
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

  /**
   * The results of a subscription, refused as `answer` refuses a request; null for another operation. Apollo runs none, so
   * graphql-js does.
   */
  async subscribe({ given, ...context }: Question): Promise<AsyncIterable<FormattedExecutionResult> | null> {
    const { config, baseUrl, log } = this.#host;
    const { platform } = this;
    const document = parsed(given.query);
    measure(document, given.variables, platform, {
      aliases: config.graphqlMaxAliases,
      cost: config.graphqlMaxCost,
    });
    const operation = getOperationAST(document, given.operationName);
    if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return null;
    const [wrong] = validate(platform.schema, document);
    if (wrong !== undefined) throw invalidParams(wrong.message);
    const { auth, asked, requestId } = context;
    admitFields(platform, document, operation, { auth, asked, baseUrl });
    const results = await subscribe({
      schema: platform.schema,
      document,
      operationName: given.operationName,
      variableValues: given.variables,
      contextValue: context,
    });
    const failed = (error: unknown): FormattedExecutionResult => ({
      errors: [renderFieldError({ message: "" }, error, { requestId, log })],
    });
    const rendered = ({ data, errors }: ExecutionResult): FormattedExecutionResult => {
      const tooLong = overRoom(data);
      if (tooLong !== null) return { data: null, ...failed(tooLong) };
      return {
        ...(errors && {
          errors: errors.map((error) => renderFieldError(withCode(error), error, { requestId, log })),
        }),
        ...(data !== undefined && { data }),
      };
    };
    if (!(Symbol.asyncIterator in results)) return once(rendered(results));
    return each(results, rendered, failed);
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
              if (operation?.operation === OperationTypeNode.SUBSCRIPTION)
                throw invalidParams(
                  "A subscription is answered as a stream: send Accept: text/event-stream.",
                );
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
            const tooLong = overRoom(result.data);
            if (tooLong === null) return;
            result.data = null;
            result.errors = [renderFieldError({ message: "" }, tooLong, { requestId, log })];
          },
        };
      },
    };
  }
}

/** A query as a document. Throws `invalid_params` for what is none. */
function parsed(query: string): DocumentNode {
  try {
    scanQuery(query);
    return parse(query);
  } catch (thrown) {
    throw thrown instanceof GraphQLError ? invalidParams(thrown.message) : thrown;
  }
}

/**
 * Why an answer is too long to be written, or null. What is read once for several places of the answer is written in each
 * of them, so that the room of what was read does not bound it.
 */
function overRoom(data: unknown): unknown {
  try {
    new ResultRoom().take(data);
    return null;
  } catch (error) {
    return error;
  }
}

/** As Apollo says it of an error that nobody gave a code. */
const withCode = (error: GraphQLError): GraphQLFormattedError => ({
  ...error.toJSON(),
  extensions: { code: "INTERNAL_SERVER_ERROR", ...error.extensions },
});

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

/** What a stream throws is its last result. */
async function* each<T, R>(
  values: AsyncIterable<T>,
  present: (value: T) => R,
  fail: (error: unknown) => R,
): AsyncGenerator<R> {
  try {
    for await (const value of values) yield present(value);
  } catch (error) {
    yield fail(error);
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
