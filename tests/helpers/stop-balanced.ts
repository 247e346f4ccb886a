import type { ExecutionContext } from "ava";
import { verifyLedger } from "../../services/billing/verify-ledger.js";
import type { Kiln } from "../../start.js";

/** Ends a process. Fails when its ledger and its balances do not agree. */
export async function stopBalanced(t: ExecutionContext, kiln: Kiln): Promise<void> {
  const { mismatches } = await verifyLedger(kiln.host.read);
  await kiln.stop();
  t.deepEqual(mismatches, []);
}
