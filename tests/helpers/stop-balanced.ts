import type { ExecutionContext } from "ava";
import type { Kiln } from "../../start.js";
import { ledgerMismatches } from "./ledger-mismatches.js";

/** Stops a process. Fails when its ledger and its balances do not agree. */
export async function stopBalanced(t: ExecutionContext, kiln: Kiln): Promise<void> {
  const mismatches = await ledgerMismatches(kiln);
  await kiln.stop();
  t.deepEqual(mismatches, []);
}
