import { Entity, Index } from "typeorm";
import type { ActorKind } from "../contracts/audited.js";
import { At, Id, Key, Ref } from "../runtime/database/columns.js";

/** One write: who did what to which thing (ADR-0043). Ids are UUIDs of version 7, so that their order is that of time. */
@Entity("audit_entries")
@Index("IX_audit_entries_actor", ["actorId", "id"])
@Index("IX_audit_entries_owner", ["ownerId", "id"])
@Index("IX_audit_entries_project", ["projectId", "id"])
export class AuditEntry {
  @Id()
  id: string;

  /** Name of the contract. */
  @Key()
  action: string;

  @Key()
  actorKind: ActorKind;

  /** The account that acted. Null stands for a visitor, or for the operator at the machine itself. */
  @Ref({ nullable: true })
  actorId: string | null;

  /** The key, the grant, the run or the trigger by which the account acted; null for a session. */
  @Ref({ nullable: true })
  credentialId: string | null;

  @Key()
  resourceKind: string;

  @Key({ nullable: true })
  resourceId: string | null;

  @Ref({ nullable: true })
  projectId: string | null;

  /**
   * The account that owns the thing, where it is known: the project's owner, or the account that an operator
   * changed.
   */
  @Ref({ nullable: true })
  ownerId: string | null;

  @Key()
  requestId: string;

  /** Address of the client; empty for background work. */
  @Key()
  client: string;

  @At()
  createdAt: number;
}
