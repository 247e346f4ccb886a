import { Entity, Index } from "typeorm";
import { At, Id, Key, Ref } from "../runtime/database/columns.js";

/** A contributor of a shared project. The project's owner has no row here. */
@Entity("project_members")
@Index("UQ_project_members_account", ["projectId", "accountId"], { unique: true })
@Index("IX_project_members_account", ["accountId"])
export class ProjectMember {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  @Ref()
  accountId: string;

  /** The address that was invited; addresses never change. */
  @Key()
  email: string;

  @At()
  joinedAt: number;
}
