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

  /** Scopes of the key; null means full access. */
  @Json({ nullable: true })
  scopes: readonly string[] | null;

  /** The budget that the key's work counts against; null means no limits. */
  @Ref({ nullable: true })
  budgetId: string | null;

  /**
   * Set when the key was made before the account's address was verified. A password reset, which proves who
   * owns the address, ends such a key.
   */
  @Flag({ default: 0 })
  madeUnverified: boolean;

  @At()
  createdAt: number;

  @At({ nullable: true })
  lastUsedAt: number | null;
}
