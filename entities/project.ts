import { Entity, Index } from "typeorm";
import { At, Flag, Id, LongText, Ref, Text } from "../runtime/database/columns.js";

/** Work shared by its members and paid by its owner; every account has a default one. */
@Entity("projects")
@Index("IX_projects_owner", ["ownerId"])
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

  /** Set: nobody sees it any more, and `projects.delete` takes it apart. The row stays, so that its id stays taken. */
  @At({ nullable: true })
  deletedAt: number | null;

  /** Set: nothing refers to it any more but the ledger. */
  @At({ nullable: true })
  purgedAt: number | null;
}
