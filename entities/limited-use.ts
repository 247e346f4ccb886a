import { Entity, Index } from "typeorm";
import { At, Hash, Id } from "../runtime/database/columns.js";

/** One use of something of which there are so many in a time; a row without a bucket is the lock of the bucket whose hash is its id. */
@Entity("limited_uses")
@Index("IX_limited_uses_bucket", ["bucket", "expiresAt"])
@Index("IX_limited_uses_expires", ["expiresAt"])
export class LimitedUse {
  @Id()
  id: string;

  /** SHA-256 of what is limited. */
  @Hash({ nullable: true })
  bucket: string | null;

  @At()
  expiresAt: number;
}
