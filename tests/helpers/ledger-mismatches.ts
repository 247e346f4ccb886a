import { ENTITIES } from "../../entities/index.js";
import { MIGRATIONS } from "../../migrations/index.js";
import { openDatabase } from "../../runtime/database/database.js";
import { snapshot } from "../../runtime/database/snapshot.js";
import { verifyLedger } from "../../services/billing/verify-ledger.js";
import type { Mismatch } from "../../services/billing/verify-work.repository.js";
import type { Kiln } from "../../start.js";

/** Returns what `kiln ledger verify` finds at one moment, while the process goes on working. */
export async function ledgerMismatches({ host }: Kiln): Promise<readonly Mismatch[]> {
  const database = await openDatabase({
    url: host.config.databaseUrl,
    dataDir: host.config.dataDir,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    poolSize: 1,
    readOnly: true,
  });
  try {
    return (await snapshot(database, verifyLedger)).mismatches;
  } finally {
    await database.close();
  }
}
