import { createHash, randomUUID } from "node:crypto";
import { Setting } from "../../entities/setting.js";
import { ConfigError } from "../config/load-config.js";
import type { Database } from "../database/database.js";
import type { Keys } from "./keys.js";
import { isUniqueViolation, reader, transaction } from "../database/transaction.js";

const ID = "secret.fingerprint";
const DATABASE_ID = "database.id";

const fingerprintOf = (keys: Keys): string =>
  createHash("sha256").update(keys.derive("fingerprint")).digest("hex");

/**
 * Refuses a replica of another deployment's database. Throws ConfigError for such a replica, and a plain error while the
 * replica has no data yet.
 */
export async function checkReplica(keys: Keys, database: Database): Promise<void> {
  const known = await reader(database).findOne(Setting, { id: ID });
  if (known === null) throw new Error("The replica does not have what the database has.");
  if (known.value !== fingerprintOf(keys))
    throw new ConfigError(
      "DATABASE_READ_URL must name a replica of the database of DATABASE_URL, and this one was begun with another SECRET_KEY.",
    );
}

/** Returns the id that the database got at its first start; a copy of the database has the same id. */
export async function databaseIdOf(database: Database): Promise<string> {
  const known = await reader(database).findOne(Setting, { id: DATABASE_ID });
  if (known !== null) return known.value;
  try {
    await transaction(database, (tx) => tx.insert(Setting, { id: DATABASE_ID, value: randomUUID() }));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  return databaseIdOf(database);
}

/** Refuses a process with another secret than at the database's first start, which records the secret's fingerprint. */
export async function checkFingerprint(keys: Keys, database: Database): Promise<void> {
  const value = fingerprintOf(keys);
  const known = await reader(database).findOne(Setting, { id: ID });
  if (known === null) {
    try {
      await transaction(database, (tx) => tx.insert(Setting, { id: ID, value }));
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
