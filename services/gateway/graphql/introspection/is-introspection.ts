import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from "graphql";
import { invalidParams } from "../../../../contracts/errors.js";

/**
 * Tells whether an operation asks for the schema, which a worker answers. The document is valid. Throws
 * `invalid_params` where the operation asks for anything else too, because all of it would be answered on the
 * event loop.
 */
export function isIntrospection(document: DocumentNode, { selectionSet }: OperationDefinitionNode): boolean {
  const names = new Set(namesIn(selectionSet, document));
  names.delete("__typename");
  const asksSchema = names.delete("__schema") || names.has("__type");
  names.delete("__type");
  if (asksSchema && names.size > 0)
    throw invalidParams("__schema and __type are asked for in a query of their own.");
  return asksSchema;
}

function* namesIn({ selections }: SelectionSetNode, document: DocumentNode): Generator<string> {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) yield selection.name.value;
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* namesIn(selection.selectionSet, document);
    else {
      const name = selection.name.value;
      for (const each of document.definitions)
        if (each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === name)
          yield* namesIn(each.selectionSet, document);
    }
  }
}
