import { Entity, Index } from "typeorm";
import { At, Hash, Id, Ref } from "../runtime/database/columns.js";

/**
 * The recorded outcome of a request with an Idempotency-Key; `id` is the SHA-256 of account, method, path and
 * key.
 */
@Entity("idempotency_keys")
@Index("IX_idempotency_keys_created", ["createdAt"])
export class IdempotencyKey {
  @Id()
  id: string;

  @Ref()
  accountId: string;

  @Hash()
  bodyHash: string;

  @Ref()
  resourceId: string;

  @At()
  createdAt: number;
}
