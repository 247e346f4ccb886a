import type { HistoryMark } from "../../../entities/content-document.js";
import { placeholders } from "../../../runtime/placeholders.js";
import type { Tx } from "../../../runtime/transaction.js";

/** What a publish makes of a document's row, whose draft is published as it is. */
export interface Published {
  id: string;
  publishedAt: number;
  firstPublishedAt: number;
  history: HistoryMark;
  schemaVersion: number;
}

type Value = (row: Published) => number | string;

/** Writes down publishes by one statement. The caller has locked the documents. */
export async function writePublished(tx: Tx, rows: readonly Published[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const assignments = [
    assign("publishedAt", rows, ({ publishedAt }) => publishedAt),
    assign("firstPublishedAt", rows, ({ firstPublishedAt }) => firstPublishedAt),
    assign("updatedAt", rows, ({ publishedAt }) => publishedAt),
    assign("history", rows, ({ history }) => JSON.stringify(history)),
    assign("schemaVersion", rows, ({ schemaVersion }) => schemaVersion),
  ];
  await tx.runLater(
    `UPDATE content_documents SET status = 'published', isValid = 1, published = draft, publishedVersion = draftVersion,
       ${assignments.map(({ sql }) => sql).join(", ")} WHERE id IN (${placeholders(ids)})`,
    [...assignments.flatMap(({ parameters }) => parameters), ...ids],
  );
}

/** Sets a column of each row to its own value. */
function assign(
  column: string,
  rows: readonly Published[],
  value: Value,
): { sql: string; parameters: (number | string)[] } {
  const values = new Set(rows.map(value));
  if (values.size === 1) return { sql: `${column} = ?`, parameters: [...values] };
  const cases = rows.map(() => "WHEN ? THEN ?").join(" ");
  return {
    sql: `${column} = CASE id ${cases} END`,
    parameters: rows.flatMap((row) => [row.id, value(row)]),
  };
}
