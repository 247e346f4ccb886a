import type { PayloadRow } from "../../content/index.js";

/** Rows of the first statement: any page comes in one (spec: Limits, delivery documents). */
const FIRST = 100;
/** Of others, as far as the rows before tell: rows, and characters of their payloads. */
const MOST = { rows: 1000, characters: 16 * 2 ** 20 };

/** Reads rows some at a time, so that those of large documents are not in memory together. `read` gives what it read. */
export async function inRowBatches<Id>(
  ids: readonly Id[],
  read: (some: readonly Id[]) => Promise<Iterable<Pick<PayloadRow, "payload">>>,
): Promise<void> {
  for (let at = 0, size = FIRST; at < ids.length;) {
    const some = ids.slice(at, at + size);
    let rows = 0;
    let characters = 0;
    for (const { payload } of await read(some)) {
      rows += 1;
      characters += payload.length;
    }
    at += some.length;
    const fitting = rows === 0 ? MOST.rows : Math.floor((MOST.characters * rows) / Math.max(1, characters));
    size = Math.max(1, Math.min(MOST.rows, fitting));
  }
}
