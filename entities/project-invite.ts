import { Entity, Index } from "typeorm";
import { At, Id, Key, Ref } from "../runtime/database/columns.js";

/** A pending invite. Accepted, declined and revoked ones are gone. */
@Entity("project_invites")
@Index("UQ_project_invites_email", ["projectId", "email"], { unique: true })
@Index("IX_project_invites_email", ["email"])
export class ProjectInvite {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  /** Lowercased. Nobody need have signed up with it yet. */
  @Key()
  email: string;

  @Ref()
  invitedById: string;

  @At()
  createdAt: number;
}
