import { execute, type FormattedExecutionResult, GraphQLError } from "graphql";
import { ServiceError } from "../../../contracts/errors.js";
import { renderError } from "../../../runtime/errors/render.js";
import type { Logger } from "../../../runtime/log.js";
import type { View } from "../serving/list-documents.js";
import type { Limits } from "./bounds/limits.js";
import { GraphqlContext, overspent } from "./context.js";
import { ownValues } from "./own-values.js";
import { InvalidQuery, prepare } from "./prepare.js";
import type { GraphqlRequest } from "./read-request.js";
import type { Compiled } from "./schemas.js";

export interface Outcome {
  /** False: refused before it ran, which is 400. */
  isRun: boolean;
  result: FormattedExecutionResult;
  /** Where it ran. */
  context: GraphqlContext | null;
}

interface Running {
  limits: Limits;
  requestId: string;
  log: Logger;
}

/** Runs a query, or refuses it. Never throws for what stands in it; unforeseen errors keep their message (spec: Errors). */
export async function run(
  compiled: Compiled,
  view: View,
  request: GraphqlRequest,
  running: Running,
): Promise<Outcome> {
  let document;
  try {
    document = prepare(compiled, request, running.limits);
  } catch (thrown) {
    const errors = thrown instanceof InvalidQuery ? thrown.errors : [thrown];
    return refused(errors.map((error) => formatError(error, running)));
  }
  const context = new GraphqlContext(view);
  const { data, errors } = await execute({
    schema: compiled.schema,
    document,
    contextValue: context,
    variableValues: ownValues(request.variables) as Record<string, unknown>,
    operationName: request.operationName,
  });
  // one error, for each of the values that are too many would have its own
  if (context.isOverspent)
    return { isRun: true, context, result: { errors: [formatError(overspent(), running)], data: null } };
  const formatted = errors?.map((error) => formatError(error, running));
  // variables that do not fit: nothing was read
  if (data === undefined) return refused(formatted ?? []);
  return { isRun: true, context, result: { ...(formatted && { errors: formatted }), data } };
}

type FormattedError = NonNullable<FormattedExecutionResult["errors"]>[number];

/** What is wrong with a request, as GraphQL says it. */
export const refused = (errors: readonly FormattedError[]): Outcome => ({
  isRun: false,
  result: { errors },
  context: null,
});

/** An error as callers see it, with the code of the service (spec: Errors). */
export function formatError(thrown: unknown, { requestId, log }: Omit<Running, "limits">): FormattedError {
  const isGraphql = thrown instanceof GraphQLError;
  const cause = isGraphql ? thrown.originalError : thrown;
  // GraphQL's own sentence, about the query or a value that a type cannot have
  if (isGraphql && (cause === undefined || cause instanceof GraphQLError))
    return { ...thrown.toJSON(), extensions: { code: "invalid_params" } };
  const { body, isExpected } = renderError(cause, requestId);
  if (!isExpected) log.error({ err: cause, requestId }, "a GraphQL query failed");
  const { code, message } = body.error;
  return { ...(isGraphql && thrown.toJSON()), message, extensions: { code } };
}

/** Whether a refusal belongs into an errors array; others are answered as REST does. */
export const isAboutQuery = (thrown: unknown): thrown is ServiceError =>
  thrown instanceof ServiceError && thrown.code === "invalid_params";
