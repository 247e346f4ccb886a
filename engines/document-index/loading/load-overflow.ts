import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { IndexPlan } from "../index-plan.js";
import { OverflowIndex } from "../overflow/overflow-index.js";
import type { RowSource } from "../interface.js";

/** The beginning of the names of these files: after a crash, the process that owns the folder may remove them. */
const OVERFLOW_PREFIX = "read-model-";

/** All rows in a throw-away file of the folder, which is made when it is not there. Throws what the source throws. */
export async function loadOverflow(
  plan: IndexPlan,
  source: RowSource,
  folder: string,
): Promise<OverflowIndex> {
  await mkdir(folder, { recursive: true });
  const index = await OverflowIndex.open(plan, join(folder, `${OVERFLOW_PREFIX}${randomUUID()}.sqlite`));
  try {
    for await (const rows of source()) await index.apply(rows.map((row) => ({ id: row.id, row })));
    await index.addIndexes();
    return index;
  } catch (error) {
    await index.close();
    throw error;
  }
}
