import { type DocumentNode, getOperationAST, getVariableValues, GraphQLError, Kind } from "graphql";
import { ServiceError } from "../../../../contracts/errors.js";
import { type BodyParts, BodyWriter } from "../../../../engines/response-cache/index.js";
import type { DocumentText } from "../../serving/document-text.js";
import { renderPage, type Spending } from "../../serving/render-page.js";
import type { ReadContext } from "../../serving/read-context.js";
import { ownValues } from "../own-values.js";
import type { GraphqlRequest } from "../read-request.js";
import type { Compiled } from "../schemas.js";
import { ResponseBudget } from "../../serving/response-budget.js";
import { isForExecution, readRoot } from "./root-fields.js";
import { type SelectedField, Selection, Unplanned } from "./selection.js";
import { Unwritable } from "./writers.js";

/** The content that an answer was made of. */
export interface Made {
  /** Ids of every document in the answer; `types` are the types that were asked for or are in it. */
  documentIds: ReadonlySet<string>;
  types: ReadonlySet<string>;
  /** Signing window of the answer's URLs; null when it has none. */
  window: number | null;
}

/**
 * Returns the answer to a valid query as JSON, assembled from cached texts of documents; null when graphql-js
 * has to answer, as about the schema. Throws BudgetExceeded, and errors that graphql-js answers at their
 * place.
 */
export async function answerSelection(
  readContext: ReadContext,
  compiled: Compiled,
  { document, request }: { document: DocumentNode; request: GraphqlRequest },
): Promise<(Made & { parts: BodyParts }) | null> {
  const selected = select(readContext, compiled, { document, request });
  if (selected === null) return null;
  const { selection, fields } = selected;
  const roots = await Promise.all(fields.map((field) => readRoot(readContext, selection, field)));
  const placed = roots.flatMap((root) => root.placed);
  const rendered = await renderPage(readContext, placed, new AnswerSpending());
  const out = new BodyWriter(new ResponseBudget());
  out.write('{"data":{');
  for (const [at, root] of roots.entries()) {
    out.write(`${at === 0 ? "" : ","}"${fields[at]?.responseKey}":`);
    root.write(rendered, out);
  }
  out.write("}}");
  const { documentIds, types, window } = rendered;
  for (const { type } of roots) if (type !== null) types.add(type);
  return { parts: out.end(), documentIds, types, window };
}

/** Returns true for an error for which graphql-js has words and a place in the answer. */
export const isAnswerable = (thrown: unknown): boolean =>
  thrown instanceof Unwritable ||
  thrown instanceof Unplanned ||
  thrown instanceof GraphQLError ||
  thrown instanceof ServiceError;

/** Returns the root fields of the operation; null for an operation that graphql-js answers. */
function select(
  readContext: ReadContext,
  { schema }: Compiled,
  { document, request }: { document: DocumentNode; request: GraphqlRequest },
): { selection: Selection; fields: SelectedField[] } | null {
  const operation = getOperationAST(document, request.operationName);
  if (!operation) return null;
  const given = ownValues(request.variables) as Record<string, unknown>;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given, { maxErrors: 1 });
  if (coerced === undefined) return null;
  const fragments = Object.create(null) as ConstructorParameters<typeof Selection>[0]["fragments"];
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments[each.name.value] = each;
  const selection = new Selection({ schema, model: readContext.model, fragments, variables: coerced });
  const fields = selection.rootFields(operation.selectionSet);
  return fields.some((field) => isForExecution(readContext, selection, field)) ? null : { selection, fields };
}

/**
 * Counts the values that are written, each time they are. Values that are made count in the selection's
 * budget, and the writer counts bytes.
 */
class AnswerSpending implements Spending {
  readonly #written = new ResponseBudget();
  readonly #found = new ResponseBudget();

  found(): void {
    this.#found.spend(1, 0);
  }

  made(): void {}

  written({ size }: DocumentText): void {
    this.#written.spend(size, 0);
  }
}
