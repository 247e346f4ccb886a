import type { ErrorCode } from "../../contracts/errors.js";
import type { TranslationCall } from "../../entities/translation-call.js";
import type { Tx } from "../../runtime/transaction.js";
import * as billing from "../billing/index.js";

/** Ends a call that made nothing: its hold is released, nothing is charged. Repeated, it changes nothing. */
export async function failCall(
  tx: Tx,
  call: Pick<TranslationCall, "id">,
  { code, message }: { code: ErrorCode; message: string },
): Promise<void> {
  await billing.release(tx, { workId: call.id });
  await tx.run(
    "UPDATE translation_calls SET status = 'failed', costCredits = 0, errorCode = ?, errorMessage = ? WHERE id = ? AND status = 'running'",
    [code, message, call.id],
  );
}
