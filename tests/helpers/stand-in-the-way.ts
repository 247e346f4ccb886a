import { QueryFailedError } from "typeorm";
import type { Tx } from "../../runtime/database/transaction.js";
import type { Kiln } from "../../start.js";

/** Makes the error of a Galera node for a transaction that another writer has ended. */
export const conflict = (): Error =>
  new QueryFailedError(
    "COMMIT",
    [],
    Object.assign(new Error("Deadlock found when trying to get lock; try restarting transaction"), {
      code: "ER_LOCK_DEADLOCK",
      errno: 1213,
      sqlState: "40001",
    }),
  );

/**
 * Imitates a server on which other writers win: the next `count` transactions that change something are rolled back at their end,
 * each attempt counted. Reads go on.
 */
export function standInTheWay({ host }: Kiln): { next(count: number): void; left(): number } {
  let left = 0;
  const { transact } = host;
  host.transact = (work) =>
    transact.call(host, async (tx: Tx) => {
      const result = await work(tx);
      if (left > 0 && tx.hasWritten) {
        left -= 1;
        throw conflict();
      }
      return result;
    }) as never;
  return { next: (count) => void (left = count), left: () => left };
}
