export {
  type Comparison,
  type Condition,
  makeConjunction,
  makeDisjunction,
  makeMembership,
  makeNegation,
  type Operand,
  type SortKey,
} from "./condition.js";
export type { IndexedRow, IndexedValue } from "./decoder.js";
export { DocumentIndex, IndexOutgrown, openDocumentIndex } from "./document-index.js";
export { foldCase } from "./fold-case.js";
export { type Evictable, IndexCache, IndexContended } from "./index-cache.js";
export { type FieldKind, type IndexedField, type IndexPlan, readsAlike } from "./index-plan.js";
export type { DocumentChange, DocumentRow, IndexPage, IndexQuery, RowSource } from "./interface.js";
export { IndexBusy, OwnersTurns } from "./owners-turns.js";
export { TaskPool } from "./task-pool.js";
