import { Entity, Index } from "typeorm";
import { At, Big, Flag, Id, Json, Key, LongText, Ref, Text } from "../runtime/database/columns.js";

/** A person who signs in. */
@Entity("accounts")
@Index("UQ_accounts_email", ["email"], { unique: true })
@Index("UQ_accounts_founder", ["founder"], { unique: true })
@Index("IX_accounts_operator", ["operator"])
@Index("IX_accounts_created", ["createdAt", "id"])
export class Account {
  @Id()
  id: string;

  @Key()
  email: string;

  @Text({ nullable: true })
  name: string | null;

  @LongText({ nullable: true })
  image: string | null;

  @Text()
  passwordHash: string;

  @Flag()
  emailVerified: boolean;

  @Flag()
  operator: boolean;

  @Flag()
  suspended: boolean;

  /** Features that an operator switched off; an absent entry means that the feature is on. */
  @Json()
  features: { generation?: boolean; transcription?: boolean };

  @Ref()
  defaultProjectId: string;

  /**
   * Set on the first account of the deployment only. It is unique, so that two sign-ups at once cannot both
   * be the first.
   */
  @Key({ nullable: true })
  founder: "founder" | null;

  /** The address and the name, case folded, in which an operator's search looks. */
  @LongText({ nullable: true })
  searchText: string | null;

  /** Welcome credits that wait until the address is verified. Null means that none wait. */
  @Big({ nullable: true })
  welcomeCredits: number | null;

  @At()
  createdAt: number;
}
