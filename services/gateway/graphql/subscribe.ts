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
import { invalidParams, ServiceError } from "../../../contracts/errors.js";
import { wrongVariable } from "../../../runtime/http/wrong-variable.js";
import type { Host } from "../../../runtime/process/host.js";
import { admitFields } from "./admit-fields.js";
import { measure } from "./bounds/measure.js";
import { scanQuery } from "./bounds/scan-query.js";
import { renderFieldError } from "./render-errors.js";
import { overRoom } from "./room/result-room.js";
import type { PlatformSchema } from "./schema/make-schema.js";
import type { Context } from "./apollo-rules.js";
import type { GraphqlRequest } from "./read-request.js";

/** A request that was admitted and read. */
export interface Question extends Context {
  given: GraphqlRequest;
}

/** The most characters of one value of a stream: its reader may be slow, and an account may have 20 streams. */
const MAX_OF_STREAM = 2 ** 20;

/**
 * Returns the results of a subscription, null for another operation; throws as for a query. Apollo runs no subscriptions, so graphql-js does.
 */
export async function subscribeTo(
  platform: PlatformSchema,
  { given, ...context }: Question,
  { config, baseUrl, log, draining }: Pick<Host, "config" | "baseUrl" | "log" | "draining">,
): Promise<AsyncIterable<FormattedExecutionResult> | null> {
  const document = parsed(given.query);
  measure(document, given.variables, platform, {
    aliases: config.graphqlMaxAliases,
    cost: config.graphqlMaxCost,
  });
  const operation = getOperationAST(document, given.operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return null;
  if (draining.aborted)
    throw new ServiceError("unavailable", "This process is stopping. Repeat the request.", {
      details: { retryAfterSeconds: 1 },
    });
  const [wrong] = validate(platform.schema, document);
  if (wrong !== undefined) throw invalidParams(wrong.message);
  const { auth, asked, requestId } = context;
  admitFields(platform, document, operation, { auth, asked, baseUrl });
  const misfit = wrongVariable(platform.schema, operation, given.variables);
  const results =
    misfit !== null
      ? { errors: [misfit] }
      : await subscribe({
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
    // A stream may send nothing for hours: the room that reading this value took is given back meanwhile.
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

/** Parses a query. Throws `invalid_params` for a text that is no query. */
function parsed(query: string): DocumentNode {
  try {
    scanQuery(query);
    return parse(query);
  } catch (thrown) {
    throw thrown instanceof GraphQLError ? invalidParams(thrown.message) : thrown;
  }
}

/** Returns an error with the code that Apollo gives to an error without one. */
const withCode = (error: GraphQLError): GraphQLFormattedError => ({
  ...error.toJSON(),
  extensions: { code: "INTERNAL_SERVER_ERROR", ...error.extensions },
});

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

/** Yields each value of a stream in its form for the caller; an error of the stream becomes its last result. */
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
