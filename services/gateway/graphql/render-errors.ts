import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { ServiceError, ERRORS, type ErrorCode } from "../../../contracts/errors.js";
import { renderError, toServiceError } from "../../../runtime/errors/render.js";
import type { Logger } from "../../../runtime/process/log.js";

/** What a refusal of a whole request answers, as GraphQL writes it: the code and sentence that REST has. */
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

/** The same as an error that ends Apollo's work on a request, with status and headers. */
export function asGraphqlError(thrown: unknown, requestId: string): GraphQLError {
  const { status, headers, error } = refusalOf(thrown, requestId);
  const http = { status, headers: new Map(Object.entries(headers)) };
  return new GraphQLError(error.message, { extensions: { ...error.extensions, http } });
}

/** An error of a field, or of the query, as it leaves. */
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
  // Where the answer has no value that the schema allows, a contract is broken; all else is about the query.
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
  /** Bytes that are the same each time are given as such. */
  body: string | Buffer;
}

/** A refusal of the whole request, as its answer. */
export function answerRefusal(thrown: unknown, requestId: string): GraphqlAnswer & { isExpected: boolean } {
  const { status, headers, error, isExpected } = refusalOf(thrown, requestId);
  return { status, headers, body: JSON.stringify({ errors: [error] }), isExpected };
}

/** An error as it is; whatever else was thrown is the cause of `internal`. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new ServiceError("internal", undefined, { cause: thrown });
