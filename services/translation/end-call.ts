import type { ErrorCode } from "../../contracts/errors.js";
import type { TranslationCall } from "../../entities/translation-call.js";
import type { Tx } from "../../runtime/database/transaction.js";
import * as billing from "../billing/index.js";
import { markEmpty, markFailed } from "./call.repository.js";
import type { Skipped } from "./plan-language.js";

type Call = Pick<TranslationCall, "id">;

/** End of a call whose document was deleted. */
export const DOCUMENT_GONE = { code: "not_found", message: "The document was deleted." } as const;

/** Ends a failed call: its hold is released and nothing is charged. A repeat changes nothing. */
export async function failCall(
  tx: Tx,
  call: Call,
  { code, message }: { code: ErrorCode; message: string },
): Promise<void> {
  await billing.release(tx, { workId: call.id });
  await markFailed(tx, { id: call.id, code, message });
}

/**
 * Ends a call that filled nothing, with the reasons. It does what `failCall` does, but the call did not fail.
 */
export async function endEmptyCall(tx: Tx, call: Call, skipped: readonly Skipped[]): Promise<void> {
  await billing.release(tx, { workId: call.id });
  await markEmpty(tx, { id: call.id, skipped });
}
