import { Entity, Index } from "typeorm";
import { At, Flag, Id, LongText, Ref, Text } from "../runtime/database/columns.js";

/** Work shared by its members and paid by its owner; every account has a default one. */
@Entity("projects")
@Index("IX_projects_live", ["ownerId", "deletedAt"])
@Index("IX_projects_kept", ["ownerId", "purgedAt", "id"])
export class Project {
  @Id()
  id: string;

  @Ref()
  ownerId: string;

  @Text()
  name: string;

  @LongText({ nullable: true })
  description: string | null;

  @Ref({ nullable: true })
  avatarStorageId: string | null;

  @Flag()
  isDefault: boolean;

  @At()
  createdAt: number;

  @At()
  updatedAt: number;

  /**
   * The time of deletion. Nobody sees the project from then on, `projects.delete` removes its parts, and the
   * row stays, so that the id stays taken.
   */
  @At({ nullable: true })
  deletedAt: number | null;

  /** The time from which only the ledger refers to the project. */
  @At({ nullable: true })
  purgedAt: number | null;
}
