import { ServiceError } from "../../contracts/errors.js";
import { canBuy } from "../../contracts/can-buy.js";
import type { Host } from "../../runtime/process/host.js";
import type { Reader } from "../../runtime/database/transaction.js";
import { readBalance } from "../billing/index.js";

const GB = 2 ** 30;

/** Bytes that each tier includes (rules/storage 14). */
const QUOTA_BYTES = { none: 5 * GB, standard: 100 * GB, pro: 500 * GB, max: 1024 * GB } as const;

/** Returns the bytes that the account's tier includes. */
export async function includedBytes(read: Reader, accountId: string): Promise<number> {
  return QUOTA_BYTES[(await readBalance(read, accountId)).tier];
}

export function storageLimit(host: Pick<Host, "config">, quotaBytes: number): ServiceError {
  const quota = quotaBytes >= 1024 * GB ? `${quotaBytes / (1024 * GB)} TB` : `${quotaBytes / GB} GB`;
  return new ServiceError(
    "storage_limit",
    canBuy(host)
      ? `This file does not fit into the ${quota} of storage that the plan includes. Delete objects or take a larger plan.`
      : `This file does not fit into the ${quota} of storage of this account. Delete objects that are no longer needed.`,
  );
}
