import { setImmediate } from "node:timers/promises";
import type { RowSource } from "../../../engines/document-index/index.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { type Perspective, type ScanCursor, scanPayloads } from "../../content/index.js";

/** The limits of one read: rows, and characters as estimated from the rows before. */
const SCAN = { first: 50, most: 500, characters: 512 * 1024 };

/** Returns a source of all rows of a type in a perspective. */
export const scanType = (read: Reader, typeId: string, perspective: Perspective): RowSource =>
  async function* () {
    let after: ScanCursor | null = null;
    for (let limit = SCAN.first; ;) {
      const batch: Scanned = await scanPayloads(read, typeId, perspective, after, limit);
      let characters = 0;
      for await (const rows of batch.parts) {
        for (const { payload } of rows) characters += payload.length;
        yield rows;
      }
      if (batch.cursors.length < limit) return;
      after = batch.cursors.at(-1) ?? null;
      limit = Math.max(
        1,
        Math.min(SCAN.most, Math.floor((SCAN.characters * limit) / Math.max(1, characters))),
      );
      // An embedded database answers without leaving the event loop, so the loop is released here.
      await setImmediate();
    }
  };

type Scanned = Awaited<ReturnType<typeof scanPayloads>>;
