import { Entity, Index } from "typeorm";
import { At, Flag, Id, Json, Key, Ref } from "../runtime/database/columns.js";

/**
 * What the OAuth server keeps: clients, grants, codes, tokens, sign-ins under way. `id` is the SHA-256 of the kind and of what
 * names it, so that the table holds no token that works.
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

  /** As the server library gave it, without what names it. */
  @Json()
  payload: object;

  /** The family that a code or token belongs to; a grant's own. */
  @Ref({ nullable: true })
  grantId: string | null;

  @Ref({ nullable: true })
  accountId: string | null;

  @Ref({ nullable: true })
  clientId: string | null;

  @Ref({ nullable: true })
  uid: string | null;

  /** Of an access token. */
  @Json({ nullable: true })
  scopes: readonly string[] | null;

  /** Of a grant and its tokens: the budget that the agent's work counts against; null without limits. */
  @Ref({ nullable: true })
  budgetId: string | null;

  /** Of a grant: given while the account's address was not verified. */
  @Flag()
  madeUnverified: boolean;

  /** When a code or refresh token was used up. */
  @At({ nullable: true })
  consumedAt: number | null;

  @At({ nullable: true })
  expiresAt: number | null;

  @At()
  createdAt: number;
}
