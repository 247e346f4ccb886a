import { Entity, Index } from "typeorm";
import { At, Big, Id, Int, Key, LongText, Ref, Text } from "../runtime/database/columns.js";

/** A file and its state; the bytes lie in the storage driver under its id. */
@Entity("storage_objects")
@Index("IX_storage_objects_owner", ["ownerId", "state", "createdAt", "id"])
@Index("IX_storage_objects_size", ["ownerId", "state", "sizeBytes", "id"])
@Index("IX_storage_objects_state", ["state", "createdAt"])
export class StorageObject {
  @Id()
  id: string;

  @Ref()
  ownerId: string;

  @LongText({ nullable: true })
  filename: string | null;

  @Text()
  contentType: string;

  /** Of the ticket while staged, as stored once committed. */
  @Big()
  sizeBytes: number;

  @Key()
  origin: "upload" | "generated";

  @Key()
  state: "staged" | "committed";

  @Key()
  thumb: "pending" | "ready" | "none";

  /** As it is shown; null: not known, or it has none. */
  @Int({ nullable: true })
  width: number | null;

  @Int({ nullable: true })
  height: number | null;

  @Big({ nullable: true })
  durationMs: number | null;

  /** Since when its measures are known, or known to be unknown; null: nobody has looked yet. */
  @At({ nullable: true })
  measuredAt: number | null;

  /** Since when everybody may read it at its public address; null: nobody may. */
  @At({ nullable: true })
  publishedAt: number | null;

  @At()
  createdAt: number;
}
