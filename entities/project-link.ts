import { Entity, Index } from "typeorm";
import { At, Id, Ref } from "../runtime/database/columns.js";

/** A committed object that the members of a shared project may read. */
@Entity("project_links")
@Index("UQ_project_links_object", ["projectId", "storageId"], { unique: true })
@Index("IX_project_links_newest", ["projectId", "createdAt", "id"])
@Index("IX_project_links_object", ["storageId"])
export class ProjectLink {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  @Ref()
  storageId: string;

  @Ref()
  addedByUserId: string;

  @At()
  createdAt: number;
}
