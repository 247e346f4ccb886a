import type { IncomingMessage } from "node:http";
import { execute, type FormattedExecutionResult, getOperationAST, GraphQLError } from "graphql";
import { ServiceError } from "../../../contracts/errors.js";
import { renderError } from "../../../runtime/errors/render.js";
import { wrongVariable } from "../../../runtime/http/wrong-variable.js";
import type { Logger } from "../../../runtime/process/log.js";
import type { BodyParts } from "../../../engines/response-cache/index.js";
import type { ReadContext } from "../serving/read-context.js";
import { budgetedParts, BudgetExceeded } from "../serving/response-budget.js";
import { NeedsTurn } from "../serving/response-rooms.js";
import type { Limits } from "./bounds/limits.js";
import { GraphqlContext } from "./context.js";
import type { Introspection } from "./introspection/introspection.js";
import { isIntrospection } from "./introspection/is-introspection.js";
import { ownValues } from "./own-values.js";
import { bound, InvalidQuery, type Parsed, parseQuery } from "./prepare.js";
import type { GraphqlRequest } from "./read-request.js";
import type { Compiled, Schemas } from "./schemas.js";
import { answerSelection, isAnswerable, type Made } from "./selection/answer-selection.js";

/** The outcome of a query. */
export interface Outcome {
  /** False when the query was refused before it ran, which is 400. */
  isRun: boolean;
  parts: BodyParts;
  /** Content of an answer that may be cached for the content's revision; null for other answers. */
  cacheable: Made | null;
}

export interface Running {
  schemas: Schemas;
  introspection: Introspection;
  /** Answers queries that have no cached answer (`apollo.ts`). */
  apollo: { run(asking: Asking): Promise<Outcome> };
  limits: Limits;
  requestId: string;
  /** The parts of the request that operators' plugins may see, and that tell whether its client has left. */
  http: Pick<IncomingMessage, "method" | "headers" | "socket">;
  log: Logger;
}

/**
 * Runs a query, or refuses it. Throws errors that are not about the query, such as that of a worker that
 * died.
 */
export async function run(
  readContext: ReadContext,
  request: GraphqlRequest,
  running: Running,
): Promise<Outcome> {
  const { schemas, limits, apollo } = running;
  try {
    let compiled = schemas.ready(readContext.model);
    if (compiled === undefined) bound(null, request, limits);
    compiled ??= await schemas.of(readContext.model);
    const parsed = parseQuery(compiled, request, limits);
    return await apollo.run({ readContext, request, running, compiled, parsed });
  } catch (thrown) {
    return refusalOf(thrown, running);
  }
}

/** Returns the outcome of a query that must not run. Throws errors that are not about the query. */
export function refusalOf(thrown: unknown, running: Pick<Running, "requestId" | "log">): Outcome {
  if (thrown instanceof InvalidQuery)
    return refused(thrown.errors.map((error) => formatError(error, running)));
  if (!(thrown instanceof GraphQLError) && !isAboutQuery(thrown)) throw thrown;
  return refused([formatError(thrown, running)]);
}

/** A valid query with the content and the schema that it is asked of. */
export interface Asking {
  readContext: ReadContext;
  request: GraphqlRequest;
  running: Running;
  compiled: Compiled;
  parsed: Parsed;
}

/** Answers a valid query. Throws errors that are not about the query, and `unavailable` like `ResponseRooms`. */
export const answerValid = (asking: Asking): Promise<Outcome> => {
  const { readContext } = asking;
  return readContext.cache.rooms.make(readContext, (inRoom) => answerIn({ ...asking, readContext: inRoom }));
};

async function answerIn({ readContext, request, running, compiled, parsed }: Asking): Promise<Outcome> {
  const { introspection, requestId, log, http } = running;
  const { document } = parsed;
  const variablesOf = () => ownValues(request.variables) as Record<string, unknown>;
  const findWrong = () => {
    const operation = getOperationAST(document, request.operationName);
    return operation ? wrongVariable(compiled.schema, operation, variablesOf()) : null;
  };
  const size = { types: compiled.breadth.types, bytes: readContext.model.bytes };
  if (isIntrospection(document, request.operationName, size)) {
    const wrong = findWrong();
    if (wrong !== null) return refused([formatError(wrong, running)]);
    const asker = { ownerId: readContext.seen.project.ownerId, hasLeft: () => http.socket.destroyed };
    const { isRun, bytes } = await introspection.answer(readContext.model, request, asker);
    return { isRun, parts: budgetedParts(bytes), cacheable: null };
  }
  try {
    const answer = await answerSelection(readContext, compiled, { document, request });
    if (answer !== null) return { isRun: true, parts: answer.parts, cacheable: answer };
  } catch (thrown) {
    if (thrown instanceof NeedsTurn) throw thrown;
    if (thrown instanceof BudgetExceeded) return tooLarge(thrown, running);
    if (!isAnswerable(thrown)) log.warn({ err: thrown, requestId }, "a GraphQL query is run once more");
  }
  const wrong = findWrong();
  if (wrong !== null) return refused([formatError(wrong, running)]);
  const context = new GraphqlContext(readContext);
  const { data, errors } = await execute({
    schema: compiled.schema,
    document,
    contextValue: context,
    variableValues: variablesOf(),
    operationName: request.operationName,
  });
  // One error stands for the whole answer, because each value beyond the budget would have its own.
  if (context.exceeded !== null) return tooLarge(context.exceeded, running);
  if (errors?.some(({ originalError }) => originalError instanceof NeedsTurn)) throw new NeedsTurn();
  const formatted = errors?.map((error) => formatError(error, running));
  // Variables do not fit, and nothing was read.
  if (data === undefined) return refused(formatted ?? []);
  try {
    return formatted === undefined ? ran({ data }, context) : ran({ errors: formatted, data }, null);
  } catch (thrown) {
    if (thrown instanceof BudgetExceeded) return tooLarge(thrown, running);
    throw thrown;
  }
}

const ran = (result: FormattedExecutionResult, cacheable: Outcome["cacheable"]): Outcome => ({
  isRun: true,
  parts: budgetedParts(JSON.stringify(result)),
  cacheable,
});

const tooLarge = (thrown: BudgetExceeded, running: Running): Outcome =>
  ran({ errors: [formatError(thrown, running)], data: null }, null);

type FormattedError = NonNullable<FormattedExecutionResult["errors"]>[number];

/** Makes the outcome of a refused request, with its errors in GraphQL's form. */
export const refused = (errors: readonly FormattedError[]): Outcome => ({
  isRun: false,
  parts: budgetedParts(JSON.stringify({ errors })),
  cacheable: null,
});

/** Formats an error for callers, with the code of the service (contracts/errors.ts). */
export function formatError(
  thrown: unknown,
  { requestId, log }: Pick<Running, "requestId" | "log">,
): FormattedError {
  const isGraphql = thrown instanceof GraphQLError;
  const cause = isGraphql ? thrown.originalError : thrown;
  // GraphQL's own sentence is about the query, or about a value that a type cannot have.
  if (isGraphql && (cause === undefined || cause instanceof GraphQLError))
    return { ...thrown.toJSON(), extensions: { code: "invalid_params" } };
  const { body, isExpected } = renderError(cause, requestId);
  if (!isExpected) log.error({ err: cause, requestId }, "a GraphQL query failed");
  const { code, message } = body.error;
  return { ...(isGraphql && thrown.toJSON()), message, extensions: { code } };
}

/** Returns true for a refusal that belongs into an errors array; others are answered as REST does. */
export const isAboutQuery = (thrown: unknown): thrown is ServiceError =>
  thrown instanceof ServiceError && thrown.code === "invalid_params";
