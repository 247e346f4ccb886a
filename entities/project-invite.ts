import { Entity, Index } from "typeorm";
import { At, Id, Key, Ref } from "../runtime/database/columns.js";

/** A pending invite. The row is deleted when the invite is accepted, declined or revoked. */
@Entity("project_invites")
@Index("UQ_project_invites_email", ["projectId", "email"], { unique: true })
@Index("IX_project_invites_email", ["email"])
export class ProjectInvite {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  /** The invited address in lower case. It need not belong to an account yet. */
  @Key()
  email: string;

  @Ref()
  invitedById: string;

  @At()
  createdAt: number;
}
