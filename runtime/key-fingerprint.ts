import { createHash } from "node:crypto";
import { Setting } from "../entities/setting.js";
import { ConfigError } from "./config/load-config.js";
import type { Database } from "./database.js";
import type { Keys } from "./keys.js";
import { isUniqueViolation, reader, transaction } from "./transaction.js";

/** Refuses a process whose secret is not the one that the database was begun with. */
export async function checkFingerprint(keys: Keys, database: Database): Promise<void> {
  const id = "secret.fingerprint";
  const value = createHash("sha256").update(keys.derive("fingerprint")).digest("hex");
  const known = await reader(database).findOne(Setting, { id });
  if (known === null) {
    try {
      await transaction(database, (tx) => tx.insert(Setting, { id, value }));
      return;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return checkFingerprint(keys, database);
    }
  }
  if (known.value !== value) {
    throw new ConfigError(
      "SECRET_KEY must be the same in every process that shares this database, and it is another one than at its first start.",
    );
  }
}
