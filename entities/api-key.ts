import { Entity, Index } from "typeorm";
import { At, Flag, Hash, Id, Json, Ref, Text } from "../runtime/database/columns.js";

/** A secret key; only its SHA-256 is kept. */
@Entity("api_keys")
@Index("UQ_api_keys_hash", ["hash"], { unique: true })
@Index("IX_api_keys_account", ["accountId", "createdAt", "id"])
export class ApiKey {
  @Id()
  id: string;

  @Ref()
  accountId: string;

  @Text()
  name: string;

  @Hash()
  hash: string;

  /** Null is full access. */
  @Json({ nullable: true })
  scopes: readonly string[] | null;

  /** The budget that its work counts against; null without limits. */
  @Ref({ nullable: true })
  budgetId: string | null;

  /** Made while the account's address was not verified: a reset that proves who owns the address ends it. */
  @Flag({ default: 0 })
  madeUnverified: boolean;

  @At()
  createdAt: number;

  @At({ nullable: true })
  lastUsedAt: number | null;
}
