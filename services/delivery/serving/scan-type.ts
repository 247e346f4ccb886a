import { setImmediate } from "node:timers/promises";
import type { RowSource } from "../../../engines/document-index/index.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { type PayloadRow, type Perspective, scanPayloads } from "../../content/index.js";

/** The limits of one read: rows, and characters as estimated from the rows before. */
const SCAN = { first: 50, most: 500, characters: 512 * 1024 };

/** Returns a source of all rows of a type in a perspective. */
export const scanType = (read: Reader, typeId: string, perspective: Perspective): RowSource =>
  async function* () {
    let after: PayloadRow | null = null;
    for (let limit = SCAN.first; ;) {
      const rows: PayloadRow[] = await scanPayloads(read, typeId, perspective, after, limit);
      if (rows.length > 0) yield rows;
      if (rows.length < limit) return;
      after = rows.at(-1) ?? null;
      const characters = rows.reduce((sum, { payload }) => sum + payload.length, 0);
      limit = Math.max(1, Math.min(SCAN.most, Math.floor((SCAN.characters * limit) / characters)));
      // An embedded database answers without leaving the event loop, so the loop is released here.
      await setImmediate();
    }
  };
