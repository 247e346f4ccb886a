import { createHash } from "node:crypto";
import { LessThan } from "typeorm";
import { ServiceError } from "../../contracts/errors.js";
import { IdempotencyKey } from "../../entities/idempotency-key.js";
import { deleteAll } from "../database/delete-batch.js";
import type { DatabaseAccess, Reader, Tx } from "../database/transaction.js";

const HOURS_24 = 24 * 3600 * 1000;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Returns the value as JSON with sorted keys, so that the order of a body's fields does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`)
    .join(",")}}`;
}

/** The record of one Idempotency-Key, scoped to account, method and path (rules/edge 29). */
export class IdempotencyRecorder {
  readonly #id: string;
  readonly #accountId: string;
  readonly #bodyHash: string;

  constructor(accountId: string, route: string, key: string, params: unknown) {
    this.#id = sha256(`${accountId}\n${route}\n${key}`);
    this.#accountId = accountId;
    this.#bodyHash = sha256(canonical(params));
  }

  /**
   * Returns the id of the resource that the key made within 24 hours, or null. Throws `conflict` if the key
   * came with another body.
   */
  async previous(reader: Reader): Promise<string | null> {
    const found = await reader.findOne(IdempotencyKey, { id: this.#id });
    if (found === null || found.createdAt < Date.now() - HOURS_24) return null;
    if (found.bodyHash !== this.#bodyHash) {
      throw new ServiceError("conflict", "This Idempotency-Key was used within 24 hours with another body.");
    }
    return found.resourceId;
  }

  /**
   * Records the resource that the key makes. It is called in the transaction that makes the resource, before
   * any other write: a second request with the key then waits at its next statement for the end of the first
   * one and violates the unique key.
   */
  async record(tx: Tx, resourceId: string): Promise<void> {
    await tx.withNext([
      {
        sql: "DELETE FROM idempotency_keys WHERE id = ? AND createdAt < ?",
        parameters: [this.#id, Date.now() - HOURS_24],
      },
      ...tx.insertOf(IdempotencyKey, [
        {
          id: this.#id,
          accountId: this.#accountId,
          bodyHash: this.#bodyHash,
          resourceId,
          createdAt: Date.now(),
        },
      ]),
    ]);
  }
}

export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,200}$/;

/** Removes expired records, so that their table stays small. */
export async function sweepIdempotencyKeys(host: DatabaseAccess, signal: AbortSignal): Promise<void> {
  const createdAt = LessThan(Date.now() - HOURS_24);
  await deleteAll<IdempotencyKey>(host, signal, IdempotencyKey, { createdAt });
}
