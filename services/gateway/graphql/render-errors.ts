import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { ServiceError, ERRORS, type ErrorCode } from "../../../contracts/errors.js";
import { renderError, toServiceError } from "../../../runtime/errors/render.js";
import type { Logger } from "../../../runtime/process/log.js";

/** Returns the refusal of a whole request in GraphQL's form, with the code and sentence of REST. */
function refusalOf(thrown: unknown, requestId: string) {
  const { status, headers, body, isExpected } = renderError(thrown, requestId);
  const { code, message } = body.error;
  const error: GraphQLFormattedError = { message, extensions: extensionsOf(code, requestId, thrown) };
  return { status, headers, error, isExpected };
}

function extensionsOf(code: ErrorCode, requestId: string, thrown: unknown) {
  const { retryAfterSeconds } = toServiceError(thrown).details;
  return { code, requestId, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

/** Returns a refusal as an error that ends Apollo's work on a request, with status and headers. */
export function asGraphqlError(thrown: unknown, requestId: string): GraphQLError {
  const { status, headers, error } = refusalOf(thrown, requestId);
  const http = { status, headers: new Map(Object.entries(headers)) };
  return new GraphQLError(error.message, { extensions: { ...error.extensions, http } });
}

/** Returns an error of a field or of the query in the form in which it is sent. */
export function renderFieldError(
  formatted: GraphQLFormattedError,
  thrown: unknown,
  { requestId, log }: { requestId: string; log: Logger },
): GraphQLFormattedError {
  const cause = thrown instanceof GraphQLError ? thrown.originalError : thrown;
  const { locations, path } = formatted;
  const place = { ...(locations && { locations }), ...(path && { path }) };
  if (cause !== undefined && cause !== null && !(cause instanceof GraphQLError)) {
    const { error, isExpected } = refusalOf(cause, requestId);
    if (!isExpected) log.error({ err: cause, requestId, path }, "a field of GraphQL failed");
    return { ...error, ...place };
  }
  const code = formatted.extensions?.["code"];
  if (typeof code === "string" && Object.hasOwn(ERRORS, code))
    return { message: formatted.message, ...place, extensions: { ...formatted.extensions, requestId } };
  // An answer without a value that the schema allows means a broken contract; all other errors are about the
  // query.
  if (code === "INTERNAL_SERVER_ERROR" && path !== undefined) {
    log.error({ err: thrown, requestId, path }, "a result does not fit the schema of GraphQL");
    const { error } = refusalOf(new Error(formatted.message), requestId);
    return { ...error, ...place };
  }
  return { message: formatted.message, ...place, extensions: { code: "invalid_params", requestId } };
}

export interface GraphqlAnswer {
  status: number;
  headers: Record<string, string>;
  /** The body; bytes that are the same each time are given as a buffer. */
  body: string | Buffer;
}

/** Returns the answer that refuses a whole request. */
export function answerRefusal(thrown: unknown, requestId: string): GraphqlAnswer & { isExpected: boolean } {
  const { status, headers, error, isExpected } = refusalOf(thrown, requestId);
  return { status, headers, body: JSON.stringify({ errors: [error] }), isExpected };
}

/** Returns an error as it is; anything else that was thrown becomes the cause of `internal`. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new ServiceError("internal", undefined, { cause: thrown });
