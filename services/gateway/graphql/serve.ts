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
import { invalidParams, ServiceError } from "../../../contracts/errors.js";
import type { Contract } from "../../../contracts/contract.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Asked } from "../call-contract.js";
import { admitFields } from "./admit-fields.js";
import type { Asking } from "./asking.js";
import { measure } from "./bounds/measure.js";
import { scanQuery } from "./bounds/scan-query.js";
import { Introspection } from "./introspection/introspection.js";
import { isIntrospection } from "./introspection/is-introspection.js";
import type { GraphqlRequest } from "./read-request.js";
import { asGraphqlError, type GraphqlAnswer, renderFieldError } from "./render-errors.js";
import { BeginAnew } from "./room/answer-room.js";
import { ResultRoom } from "./room/result-room.js";
import { writeText } from "./room/write-text.js";
import { makePlatformSchema, type PlatformSchema } from "./schema/make-schema.js";

/** What Apollo hands to the fields of a request. */
interface Context {
  asking: Asking;
  auth: Auth;
  asked: Asked;
  requestId: string;
}

/** The same within Apollo, which copies it, but not what is in it. */
interface Way extends Context {
  given: GraphqlRequest;
  /** An answer about the schema, past Apollo: it would read the text, and write it anew. */
  about: { isAsked: boolean; schema: Buffer | null; thrown: Error | null };
  /** A long answer, past Apollo, which would write it in one go. */
  long: { text: Buffer | null };
}

/** A request that was admitted and read. */
export interface Question extends Context {
  given: GraphqlRequest;
}

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
      // Bodies are JSON, foreign origins refused and answers never cross-origin: the route did it before.
      csrfPrevention: false,
      // Who sends queries of others' applications would fill it; queries are short, and parsed in well below a millisecond.
      documentStore: null,
      // Ours are bounded by account and key (persisted.ts).
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

  /**
   * Bounds, then Apollo: validation, the scopes of all fields, the fields. Null for a query that turned out to be long, and is to
   * be begun anew in its turn. Throws what the bounds refuse.
   */
  async answer({ given, ...context }: Question): Promise<GraphqlAnswer | null> {
    const { config } = this.#host;
    const { method } = context.asked;
    const limits = { aliases: config.graphqlMaxAliases, cost: config.graphqlMaxCost };
    try {
      scanQuery(given.query);
      measure(parse(given.query), given.variables, this.platform, limits);
    } catch (thrown) {
      // Apollo says what is wrong with its grammar.
      if (!(thrown instanceof GraphQLError)) throw thrown;
    }
    const { query, operationName, variables } = given;
    const about: Way["about"] = { isAsked: false, schema: null, thrown: null };
    const long: Way["long"] = { text: null };
    const answer = await this.#apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method,
        headers: PLAIN_JSON,
        search: searchOf(given),
        body: { query, operationName, variables },
      },
      context: async () => ({ ...context, given, about, long }),
    });
    if (context.asking.room.mustBeginAnew) return null;
    if (about.thrown !== null) throw about.thrown;
    const { body, headers, status = 200 } = answer;
    // The route says what type it has, by what the caller accepts.
    headers.delete("content-type");
    if (body.kind !== "complete") throw new Error("Apollo answered in parts.");
    return {
      status,
      headers: Object.fromEntries(headers),
      body: about.schema ?? long.text ?? body.string,
    };
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
    if (this.#host.draining.aborted)
      throw new ServiceError("unavailable", "This process is stopping. Repeat the request.", {
        details: { retryAfterSeconds: 1 },
      });
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
    const rendered = async ({ data, errors }: ExecutionResult): Promise<FormattedExecutionResult> => {
      const tooLong = await overRoom(data, MAX_OF_STREAM);
      // A stream may say nothing for hours: what was read for this value is nobody's room meanwhile.
      context.asking.room.renew();
      if (typeof tooLong !== "number") return { data: null, ...failed(tooLong) };
      return {
        ...(errors && {
          errors: errors.map((error) => renderFieldError(withCode(error), error, { requestId, log })),
        }),
        ...(data !== undefined && { data }),
      };
    };
    if (!(Symbol.asyncIterator in results)) return once(await rendered(results));
    return each(results, rendered, failed);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#apollo.stop(), this.#introspection.close()]);
  }

  #rules(): ApolloServerPlugin<Way> {
    const { platform } = this;
    const introspection = this.#introspection;
    const { baseUrl, log } = this.#host;
    return {
      async requestDidStart(): Promise<GraphQLRequestListener<Way>> {
        let thrown: readonly GraphQLError[] = [];
        return {
          async didResolveOperation({ document, operation, contextValue }) {
            const { auth, asked, asking, about, requestId } = contextValue;
            asking.room.isQuery = operation?.operation === OperationTypeNode.QUERY;
            try {
              if (operation?.operation === OperationTypeNode.SUBSCRIPTION)
                throw invalidParams(
                  "A subscription is answered as a stream: send Accept: text/event-stream.",
                );
              if (operation === undefined) return;
              admitFields(platform, document, operation, { auth, asked, baseUrl });
              about.isAsked = isIntrospection(document, operation);
            } catch (error) {
              throw asGraphqlError(error, requestId);
            }
          },
          async responseForOperation({ operation, contextValue: { given, about, requestId } }) {
            if (!about.isAsked) return null;
            // What is thrown here Apollo takes for a fault of its own.
            about.schema = await introspection.answer(given, operation, requestId).catch((error: unknown) => {
              about.thrown = asError(error);
              return null;
            });
            if (about.schema === null && about.thrown === null) return null;
            const http = { status: undefined, headers: new HeaderMap() };
            return { http, body: { kind: "single", singleResult: { data: null } } };
          },
          async didEncounterErrors({ errors }) {
            thrown = errors;
          },
          async willSendResponse({ response, contextValue: { requestId, asking, long } }) {
            const { room } = asking;
            if (response.body.kind !== "single") return;
            // What was done of a query that is begun anew is no answer, and Apollo would write it.
            const drop = () => (response.body = { kind: "single", singleResult: { data: null } });
            if (room.mustBeginAnew) return void drop();
            const result = response.body.singleResult;
            result.errors &&= result.errors.map((error, at) =>
              renderFieldError(error, thrown[at], { requestId, log }),
            );
            const length = await overRoom(result.data);
            const refused = typeof length === "number" ? await refusal(room.write(length)) : length;
            if (refused instanceof BeginAnew) return void drop();
            if (refused !== null) {
              result.data = null;
              result.errors = [renderFieldError({ message: "" }, refused, { requestId, log })];
            } else if (room.isLong) {
              const { errors, data } = result;
              drop();
              long.text = await writeText({ errors, data });
            }
          },
        };
      },
    };
  }
}

/** Whatever a caller accepts, Apollo is asked for the same: it would refuse what no route of REST does. */
const PLAIN_JSON = new HeaderMap([
  ["accept", "application/json"],
  ["content-type", "application/json"],
]);

/** The address of a GET as Apollo reads it; one that only named its query carries it here. */
const searchOf = ({ query, operationName, variables }: GraphqlRequest): string =>
  `?${new URLSearchParams({
    query,
    variables: JSON.stringify(variables),
    ...(operationName !== null && { operationName }),
  }).toString()}`;

/** A query as a document. Throws `invalid_params` for what is none. */
function parsed(query: string): DocumentNode {
  try {
    scanQuery(query);
    return parse(query);
  } catch (thrown) {
    throw thrown instanceof GraphQLError ? invalidParams(thrown.message) : thrown;
  }
}

/** Of one value of a stream, in characters: its reader may take its time, and an account has 20 of them. */
const MAX_OF_STREAM = 2 ** 20;

/**
 * The length of an answer, or why it is too long to be written. What is read once for several places of the answer is
 * written in each of them, so that the room of what was read does not bound it.
 */
async function overRoom(data: unknown, most?: number): Promise<unknown> {
  try {
    return await new ResultRoom(most).take(data);
  } catch (error) {
    return error;
  }
}

/** What the work throws; null where it does not. */
const refusal = (work: Promise<void>): Promise<unknown> => work.then(() => null, asError);

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
  present: (value: T) => Promise<R>,
  fail: (error: unknown) => R,
): AsyncGenerator<R> {
  try {
    for await (const value of values) yield await present(value);
  } catch (error) {
    yield fail(error);
  }
}

const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new ServiceError("internal", undefined, { cause: thrown });

const silent = { debug() {}, info() {}, warn() {}, error() {} };
