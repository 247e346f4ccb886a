import { Entity, Index } from "typeorm";
import { At, Hash, Id } from "../runtime/database/columns.js";

/**
 * One use of something that is limited to a number of uses in a time. A row without a bucket is the lock of
 * the bucket whose hash is its id.
 */
@Entity("limited_uses")
@Index("IX_limited_uses_bucket", ["bucket", "expiresAt"])
@Index("IX_limited_uses_expires", ["expiresAt"])
export class LimitedUse {
  @Id()
  id: string;

  /** SHA-256 of the limited thing's name. */
  @Hash({ nullable: true })
  bucket: string | null;

  @At()
  expiresAt: number;
}
