import { v7 } from "uuid";
import { TranslationCall } from "../../entities/translation-call.js";
import type { TranslationJob } from "../../entities/translation-job.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { hold } from "../../services/billing/index.js";

/**
 * Stores a call of a translation job into German that holds 9 credits and never ends, as a worker that died leaves it. Returns
 * its id.
 */
export async function beginCall(
  tx: Tx,
  { id: jobId, projectId, payerId, model }: Pick<TranslationJob, "id" | "projectId" | "payerId" | "model">,
  documentId: string,
): Promise<string> {
  const id = v7();
  await hold(tx, {
    workId: id,
    payerId,
    actorId: payerId,
    credits: 9,
    projectId: null,
    budgetId: null,
    paidOnly: false,
  });
  await tx.insert(TranslationCall, {
    id,
    jobId,
    projectId,
    documentId,
    payerId,
    model,
    locale: "de",
    status: "running",
    estimatedCredits: 9,
    costCredits: null,
    translated: [],
    skipped: [],
    errorCode: null,
    errorMessage: null,
    createdAt: Date.now(),
  });
  return id;
}
