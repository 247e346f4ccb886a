import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { IndexPlan } from "../index-plan.js";
import { OverflowIndex } from "../overflow/overflow-index.js";
import type { RowSource } from "../interface.js";

/** Prefix of the names of these files, which share the folder with files of others. */
const PREFIX = "document-index-";

/**
 * Loads all rows into a temporary file of the folder, which is made when it does not exist. Throws what the
 * source throws.
 */
export async function loadOverflow(
  plan: IndexPlan,
  source: RowSource,
  folder: string,
): Promise<OverflowIndex> {
  await mkdir(folder, { recursive: true });
  const index = await OverflowIndex.open(plan, join(folder, `${PREFIX}${randomUUID()}.sqlite`));
  try {
    for await (const rows of source()) await index.apply(rows.map((row) => ({ id: row.id, row })));
    await index.addIndexes();
    return index;
  } catch (error) {
    await index.close();
    throw error;
  }
}
