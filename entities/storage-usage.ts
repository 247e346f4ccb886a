import { Entity } from "typeorm";
import { Big, Id } from "../runtime/database/columns.js";

/** Committed bytes of an account; `id` is the account's. Its row is the lock of the quota. */
@Entity("storage_usage")
export class StorageUsage {
  @Id()
  id: string;

  @Big()
  committedBytes: number;
}
