import { placeholders } from "../../../../runtime/database/reader.js";
import type { Statement } from "../../../../runtime/database/statements.js";
import type { Published } from "./write-plan.js";

type Value = (row: Published) => number | string;

/** The statement that writes down publishes. The caller has locked the documents. */
export function updatePublished(rows: readonly Published[]): Statement[] {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const assignments = [
    assign("publishedAt", rows, ({ publishedAt }) => publishedAt),
    assign("firstPublishedAt", rows, ({ firstPublishedAt }) => firstPublishedAt),
    assign("updatedAt", rows, ({ publishedAt }) => publishedAt),
    assign("history", rows, ({ history }) => JSON.stringify(history)),
    assign("schemaVersion", rows, ({ schemaVersion }) => schemaVersion),
  ];
  return [
    {
      sql: `UPDATE content_documents SET status = 'published', isValid = 1, published = draft, publishedVersion = draftVersion,
       ${assignments.map(({ sql }) => sql).join(", ")} WHERE id IN (${placeholders(ids)})`,
      parameters: [...assignments.flatMap(({ parameters }) => parameters), ...ids],
    },
  ];
}

/** Sets a column of each row to its own value. */
function assign(column: string, rows: readonly Published[], value: Value): Statement {
  const values = new Set(rows.map(value));
  if (values.size === 1) return { sql: `${column} = ?`, parameters: [...values] };
  const cases = rows.map(() => "WHEN ? THEN ?").join(" ");
  return {
    sql: `${column} = CASE id ${cases} END`,
    parameters: rows.flatMap((row) => [row.id, value(row)]),
  };
}
