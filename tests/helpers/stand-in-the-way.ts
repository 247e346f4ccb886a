import { QueryFailedError } from "typeorm";
import type { Tx } from "../../runtime/database/transaction.js";
import type { Kiln } from "../../start.js";

/** What a node of Galera says of a transaction that another writer's has ended. */
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
 * Stands in for a server whose other writers win: of a process's transactions that change something, as many as the test says are rolled
 * back at their end, each of their attempts counted. Reads go on.
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
