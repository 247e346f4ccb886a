import type { IncomingMessage } from "node:http";
import { execute, type FormattedExecutionResult, GraphQLError } from "graphql";
import { ServiceError } from "../../../contracts/errors.js";
import { renderError } from "../../../runtime/errors/render.js";
import type { Logger } from "../../../runtime/process/log.js";
import type { BodyParts } from "../../../engines/response-cache/index.js";
import type { ReadContext } from "../serving/read-context.js";
import { budgetedParts, BudgetExceeded } from "../serving/response-budget.js";
import type { Apollo } from "./apollo.js";
import type { Limits } from "./bounds/limits.js";
import { GraphqlContext } from "./context.js";
import type { Introspection } from "./introspection/introspection.js";
import { isIntrospection } from "./introspection/is-introspection.js";
import { ownValues } from "./own-values.js";
import { bound, InvalidQuery, type Parsed, parseQuery } from "./prepare.js";
import type { GraphqlRequest } from "./read-request.js";
import type { Compiled, Schemas } from "./schemas.js";
import { answerSelection, isAnswerable } from "./selection/answer-selection.js";

/** What an answer was made of. */
export interface Made {
  /** Every document in it, and the types that were asked for or are in it. */
  documentIds: ReadonlySet<string>;
  types: ReadonlySet<string>;
  /** The signing window of its URLs; null: it has none. */
  window: number | null;
}

/** What a query comes to. */
export interface Outcome {
  /** False: refused before it ran, which is 400. */
  isRun: boolean;
  parts: BodyParts;
  /** Where it may be cached as a response of the content's revision: what it was made of. */
  cacheable: Made | null;
}

export interface Running {
  schemas: Schemas;
  introspection: Introspection;
  apollo: Apollo;
  limits: Limits;
  requestId: string;
  /** What plugins of operators may see of the request, and whether its client has left. */
  http: Pick<IncomingMessage, "method" | "headers" | "socket">;
  log: Logger;
}

/** Runs a query, or refuses it. Throws what is not about the query, such as a worker that died. */
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

/** What is said of a query that must not run. Throws what is not about the query. */
export function refusalOf(thrown: unknown, running: Pick<Running, "requestId" | "log">): Outcome {
  if (thrown instanceof InvalidQuery)
    return refused(thrown.errors.map((error) => formatError(error, running)));
  if (!(thrown instanceof GraphQLError) && !isAboutQuery(thrown)) throw thrown;
  return refused([formatError(thrown, running)]);
}

/** A valid query, and what it is asked of. */
export interface Asking {
  readContext: ReadContext;
  request: GraphqlRequest;
  running: Running;
  compiled: Compiled;
  parsed: Parsed;
}

/** Answers a valid query. Throws what is not about the query. */
export async function answerValid({
  readContext,
  request,
  running,
  compiled,
  parsed,
}: Asking): Promise<Outcome> {
  const { introspection, requestId, log, http } = running;
  const { document } = parsed;
  if (isIntrospection(document, request.operationName, compiled.breadth)) {
    const asker = { ownerId: readContext.seen.project.ownerId, hasLeft: () => http.socket.destroyed };
    const { isRun, text } = await introspection.answer(readContext.model, request, asker);
    return { isRun, parts: budgetedParts(text), cacheable: null };
  }
  try {
    const answer = await answerSelection(readContext, compiled, { document, request });
    if (answer !== null) return { isRun: true, parts: answer.parts, cacheable: answer };
  } catch (thrown) {
    if (thrown instanceof BudgetExceeded) return tooLarge(thrown, running);
    if (!isAnswerable(thrown)) log.warn({ err: thrown, requestId }, "a GraphQL query is run once more");
  }
  const context = new GraphqlContext(readContext);
  const { data, errors } = await execute({
    schema: compiled.schema,
    document,
    contextValue: context,
    variableValues: ownValues(request.variables) as Record<string, unknown>,
    operationName: request.operationName,
  });
  // one error, for each of the values that are too many would have its own
  if (context.budget.exceeded !== null) return tooLarge(context.budget.exceeded, running);
  const formatted = errors?.map((error) => formatError(error, running));
  // variables that do not fit: nothing was read
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

/** What is wrong with a request, as GraphQL says it. */
export const refused = (errors: readonly FormattedError[]): Outcome => ({
  isRun: false,
  parts: budgetedParts(JSON.stringify({ errors })),
  cacheable: null,
});

/** An error as callers see it, with the code of the service (contracts/errors.ts). */
export function formatError(
  thrown: unknown,
  { requestId, log }: Pick<Running, "requestId" | "log">,
): FormattedError {
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
