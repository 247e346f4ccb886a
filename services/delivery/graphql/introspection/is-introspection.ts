import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from "graphql";
import { refusal } from "../../query/refusal.js";

/**
 * GraphQL types beyond which a query cannot combine introspection and content, since the introspection would
 * block the event loop. A content type has five types or more.
 */
const MAX_TYPES_BESIDE_CONTENT = 100;
/**
 * Bytes of the schemas as JSON beyond which the two cannot be combined either: each description may be asked for under 50
 * aliases.
 */
const MAX_BYTES_BESIDE_CONTENT = 32 * 1024;

/** The size of a project's schema. */
export interface SchemaSize {
  /** Types of GraphQL. */
  types: number;
  bytes: number;
}

/**
 * Returns true when an operation of a valid document asks only for the schema, which a worker answers. Throws
 * `invalid_params` when it asks for content too and the schema is too large for that.
 */
export function isIntrospection(
  document: DocumentNode,
  operationName: string | null,
  { types, bytes }: SchemaSize,
): boolean {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  const operation = getOperationAST(document, operationName);
  const names = new Set(operation ? namesIn(operation.selectionSet, fragments) : []);
  names.delete("__typename");
  const asksSchema = names.delete("__schema") || names.has("__type");
  names.delete("__type");
  const isLarge = types > MAX_TYPES_BESIDE_CONTENT || bytes > MAX_BYTES_BESIDE_CONTENT;
  if (asksSchema && names.size > 0 && isLarge)
    throw refusal("In a project of this size __schema and __type are asked for in a query of their own.");
  return asksSchema && names.size === 0;
}

function* namesIn(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Generator<string> {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) yield selection.name.value;
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* namesIn(selection.selectionSet, fragments);
    else {
      const fragment = fragments.get(selection.name.value);
      if (fragment !== undefined) yield* namesIn(fragment.selectionSet, fragments);
    }
  }
}
