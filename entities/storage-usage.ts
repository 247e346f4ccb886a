import { Entity } from "typeorm";
import { Big, Id } from "../runtime/database/columns.js";

/**
 * Committed bytes of an account; `id` is the account's. The lock on this row orders all that counts against
 * the quota.
 */
@Entity("storage_usage")
export class StorageUsage {
  @Id()
  id: string;

  @Big()
  committedBytes: number;
}
