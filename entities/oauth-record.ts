import { Entity, Index } from "typeorm";
import { At, Flag, Id, Json, Key, Ref } from "../runtime/database/columns.js";

/**
 * A record of the OAuth server: a client, grant, code, token or pending sign-in. `id` is the SHA-256 of the
 * record's kind and name, so that the table holds no token that works.
 */
@Entity("oauth_records")
@Index("IX_oauth_records_grant", ["grantId", "kind"])
@Index("IX_oauth_records_account", ["accountId", "kind", "createdAt", "id"])
@Index("IX_oauth_records_client", ["clientId", "kind"])
@Index("IX_oauth_records_uid", ["uid", "kind"])
@Index("IX_oauth_records_expires", ["expiresAt"])
export class OauthRecord {
  @Id()
  id: string;

  @Key()
  kind: string;

  /** The server library's payload, without the part that names the record. */
  @Json()
  payload: object;

  /** The grant that a code or token belongs to; for a grant, its own id. */
  @Ref({ nullable: true })
  grantId: string | null;

  @Ref({ nullable: true })
  accountId: string | null;

  /** The client's id, or its SHA-256 when it is longer than 64 characters. */
  @Ref({ nullable: true })
  clientId: string | null;

  @Ref({ nullable: true })
  uid: string | null;

  /** Scopes of an access token. */
  @Json({ nullable: true })
  scopes: readonly string[] | null;

  /** The budget that a grant's or its tokens' work counts against; null means no limits. */
  @Ref({ nullable: true })
  budgetId: string | null;

  /** Set on a grant that was given while the account's address was not verified. */
  @Flag()
  madeUnverified: boolean;

  /** The time at which a code or refresh token was used up. */
  @At({ nullable: true })
  consumedAt: number | null;

  @At({ nullable: true })
  expiresAt: number | null;

  @At()
  createdAt: number;
}
