import { type Reader, Tx } from "./transaction.js";
import { SharedRead } from "./shared-read.js";

/** What an account asks for. */
export interface Asked {
  accountId: string;
  id: string;
}

const MOST = 16;

/**
 * Reads of single rows, as an account sees them, that those who ask in the same turn of the event loop share: one
 * statement for each account. `read` gives what it finds by id. Inside a transaction everybody reads for themselves.
 */
export function shareReads<V>(
  read: (reader: Reader, accountId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (reader: Reader, asked: Asked) => Promise<V | null> {
  const shared = new WeakMap<Reader, SharedRead<V>>();
  return async (reader, { accountId, id }) => {
    if (reader instanceof Tx) return (await read(reader, accountId, [id])).get(id) ?? null;
    let reads = shared.get(reader);
    if (reads === undefined) {
      reads = new SharedRead((keys) => readEach(reader, keys), { maxKeys: MOST, oneAtATime: false });
      shared.set(reader, reads);
    }
    return reads.load(JSON.stringify([accountId, id]));
  };

  async function readEach(reader: Reader, keys: readonly string[]): Promise<Map<string, V>> {
    const idsOf = new Map<string, string[]>();
    for (const key of keys) {
      const [accountId = "", id = ""] = JSON.parse(key) as string[];
      idsOf.set(accountId, [...(idsOf.get(accountId) ?? []), id]);
    }
    const found = new Map<string, V>();
    await Promise.all(
      [...idsOf].map(async ([accountId, ids]) => {
        for (const [id, value] of await read(reader, accountId, ids))
          found.set(JSON.stringify([accountId, id]), value);
      }),
    );
    return found;
  }
}
