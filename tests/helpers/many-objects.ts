import type { Database } from "../../runtime/database/database.js";
import { transaction } from "../../runtime/database/transaction.js";

/** Returns a subquery of the numbers from 0 to `count` - 1 for a FROM clause. */
const numbers = (name: string, count = 10): string =>
  `(${Array.from({ length: count }, (_, at) => `SELECT ${at} AS n`).join(" UNION ALL ")}) ${name}`;

/**
 * Gives an account 20,000 times `times` committed objects without bytes, as rows that the database makes itself. Groups of 1,000
 * have the same millisecond.
 */
export function makeObjects(database: Database, ownerId: string, times: number): Promise<number> {
  const id = "CONCAT('00000000-0000-4000-8', t.n, '00-0000000', u.n, a.n, b.n, c.n, d.n)";
  return transaction(database, (tx) =>
    tx.run(
      `INSERT INTO storage_objects
        (id, ownerId, filename, contentType, sizeBytes, origin, state, thumb, width, height, measuredAt, createdAt)
        SELECT ${id}, ?, NULL, 'image/png', 0, 'upload', 'committed', 'none', 4, 3, 1, 1700000000000 + a.n + 10 * u.n
          FROM ${numbers("t", times)}, ${numbers("u", 2)}, ${numbers("a")}, ${numbers("b")}, ${numbers("c")}, ${numbers("d")}`,
      [ownerId],
    ),
  );
}
