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

  /**
   * Bytes that the upload ticket declares while the file is staged; the stored bytes once it is committed.
   */
  @Big()
  sizeBytes: number;

  @Key()
  origin: "upload" | "generated";

  @Key()
  state: "staged" | "committed";

  @Key()
  thumb: "pending" | "ready" | "none";

  /** Width as displayed; null means unknown, or that the file has none. */
  @Int({ nullable: true })
  width: number | null;

  @Int({ nullable: true })
  height: number | null;

  @Big({ nullable: true })
  durationMs: number | null;

  /**
   * The time from which the measures are known, or known to be unknown. Null means that the file was not
   * measured yet.
   */
  @At({ nullable: true })
  measuredAt: number | null;

  /**
   * The time from which everybody may read the file at its public address. Null means that it is not public.
   */
  @At({ nullable: true })
  publishedAt: number | null;

  @At()
  createdAt: number;
}
