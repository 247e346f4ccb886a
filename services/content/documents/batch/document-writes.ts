import { v7 } from "uuid";
import type { createDocument as createContract } from "../../../../contracts/content-documents.js";
import type { ParamsOf } from "../../../../contracts/contract.js";
import { ServiceError } from "../../../../contracts/errors.js";
import { claimEntry } from "../../../../runtime/actions/audit/entry.js";
import { BatchedTransactions } from "../../../../runtime/database/batched-transactions.js";
import type { Host } from "../../../../runtime/process/host.js";
import { isUniqueViolation } from "../../../../runtime/database/transaction.js";
import { approximateBytes } from "../../draft/approximate-bytes.js";
import type { Author } from "../history.js";
import type { DocumentLocation } from "../document.repository.js";
import { LARGE } from "./read-batch.js";
import { type BatchParts, writeBatch } from "./write-batch.js";
import type { PublishRequest, WriteRequest, Written } from "./write-plan.js";

/**
 * Creates and publishes of one project share transactions: they would wait for each other at the head of the project's content
 * in any case. So the server begins, reads, orders and commits once for several (ADR-0013).
 */
const LIMITS = { requests: 16, weight: LARGE, running: 4, patienceMs: 1000 };
const LIMITS_OF_LARGE = { requests: 1, weight: LARGE, running: 4, patienceMs: 0 };

export class DocumentWrites {
  readonly #batches: BatchedTransactions<WriteRequest, Written>;
  readonly #large: BatchedTransactions<WriteRequest, Written>;

  constructor(host: Host, parts: Omit<BatchParts, "host">) {
    const batchesOf = (limits: typeof LIMITS) =>
      new BatchedTransactions<WriteRequest, Written>(host.database, {
        write: (tx, projectId, requests) => writeBatch({ host, ...parts }, tx, projectId, requests),
        limits,
        subjectOf: ({ id }) => id,
        weightOf: ({ draftBytes }) => draftBytes,
      });
    this.#batches = batchesOf(LIMITS);
    this.#large = batchesOf(LIMITS_OF_LARGE);
  }

  #submit(projectId: string, request: WriteRequest): Promise<Written> {
    return (request.draftBytes > LARGE ? this.#large : this.#batches).submit(projectId, request);
  }

  /**
   * Makes a document, unpublished, whether its draft is valid or not. Throws `not_found` unless the account sees the project,
   * `invalid_params` for an unknown type and a draft above MAX_DRAFT_BYTES, `payload_too_large` for one that no editor could
   * open, `conflict` for an id that any document has, also of another project (rules/content 45).
   */
  async create(author: Author, params: ParamsOf<typeof createContract>): Promise<Written> {
    const { id = v7(), projectId, type, draft } = params;
    const draftBytes = approximateBytes(draft, LARGE);
    try {
      return await this.#submit(projectId, {
        verb: "create",
        id,
        author,
        type,
        draft,
        draftBytes,
        act: claimEntry(),
      });
    } catch (error) {
      if (params.id === undefined || !isUniqueViolation(error)) throw error;
      throw new ServiceError("conflict", `There is a document ${id} already.`, { cause: error });
    }
  }

  /**
   * Publishes the draft at `baseVersion` (rules/content 26). Of an unchanged published document
   * nothing happens (rules/content 29), but it is checked again when its type has changed. Throws `conflict` for another version,
   * `invalid_params` for a draft that is not valid, `not_found` when the document is gone, or hidden from the account.
   */
  publish(
    { projectId, type, draftBytes }: DocumentLocation,
    publish: Omit<PublishRequest, "verb" | "type" | "draftBytes" | "act">,
  ): Promise<Written> {
    return this.#submit(projectId, { verb: "publish", type, draftBytes, act: claimEntry(), ...publish });
  }
}
