import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ENTITIES } from "../../entities/index.js";
import { MIGRATIONS } from "../../migrations/index.js";
import { type Database, openDatabase } from "../../runtime/database/database.js";
import { snapshot } from "../../runtime/database/snapshot.js";
import { reader } from "../../runtime/database/transaction.js";
import { verifyLedger } from "../../services/billing/verify-ledger.js";
import { waitUntil } from "../../tests/helpers/wait-until.js";
import type { Deployment } from "./deployment.js";
import type { Journal } from "./journal.js";
import type { Jobs } from "./loads/jobs.js";
import type { Uploads } from "./loads/uploads.js";

const SETTLE_MS = 240_000;
const OPEN_JOBS = "SELECT id FROM generation_jobs WHERE status NOT IN ('succeeded', 'failed', 'canceled')";
const OPEN_RUNS = "SELECT id FROM workflow_runs WHERE status = 'running'";
const CHARGED_TWICE =
  "SELECT ref, COUNT(*) AS times FROM ledger_entries WHERE kind = 'generation' GROUP BY ref HAVING times > 1";
const CHARGED_FAILURES =
  "SELECT l.ref FROM ledger_entries l JOIN generation_jobs j ON j.id = l.ref WHERE l.kind = 'generation' AND j.status <> 'succeeded'";

const JOBS_OF_RUNS =
  "SELECT r.id AS runId, COUNT(s.id) AS times FROM workflow_runs r LEFT JOIN workflow_run_steps s ON s.runId = r.id WHERE r.status = 'complete' GROUP BY r.id HAVING times <> 1";

export interface Proven {
  jobs: number;
  charges: number;
  accounts: number;
}

/** Checks the database and the store when all loads have ended, for facts that REST does not show. */
export async function proveRows(
  { mariadb, dataDir }: Deployment,
  journal: Journal,
  { jobs, uploads }: { jobs: readonly Jobs[]; uploads: readonly Uploads[] },
): Promise<Proven> {
  const database = await openDatabase({
    url: mariadb.url,
    dataDir,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    poolSize: 1,
    readOnly: true,
  });
  try {
    return await prove(database, journal, jobs, async () => proveFiles(dataDir, journal, uploads));
  } finally {
    await database.close();
  }
}

async function prove(
  database: Database,
  journal: Journal,
  loads: readonly Jobs[],
  files: () => Promise<void>,
): Promise<Proven> {
  const rows = <T>(sql: string) => reader(database).query<T>(sql, []);
  for (const [what, sql] of [
    ["jobs are not terminal", OPEN_JOBS],
    ["runs have not ended", OPEN_RUNS],
    ["holds stay", "SELECT id FROM holds"],
  ] as const)
    await waitUntil(async () => (await rows(sql)).length === 0, { timeoutMs: SETTLE_MS }).catch(async () =>
      journal.violate(
        `${(await rows(sql)).length} ${what}: ${JSON.stringify((await rows(sql)).slice(0, 3))}`,
      ),
    );
  for (const [what, sql] of [
    ["charged more than once", CHARGED_TWICE],
    ["charged without a result", CHARGED_FAILURES],
  ] as const)
    for (const row of await rows<{ ref: string }>(sql)) journal.violate(`Job ${row.ref} was ${what}.`);
  for (const load of loads) {
    const told = new Set(load.ids);
    const sql = `SELECT id FROM generation_jobs WHERE accountId = '${load.accountId}'`;
    for (const { id } of await rows<{ id: string }>(sql))
      if (!told.delete(id)) journal.violate(`Job ${id} exists, and no key was told of it.`);
    for (const id of told) journal.violate(`Job ${id} was acknowledged and does not exist.`);
  }
  // Each run of the soak's workflow makes one picture.
  for (const { runId, times } of await rows<{ runId: string; times: number }>(JOBS_OF_RUNS))
    if (Number(times) !== 1) journal.violate(`Run ${runId} made ${times} jobs instead of one.`);
  const { accounts, mismatches } = await snapshot(database, verifyLedger);
  for (const { accountId, problem } of mismatches) journal.violate(`The ledger of ${accountId}: ${problem}`);
  await files();
  const [all] = await rows<{ n: number }>("SELECT COUNT(*) AS n FROM generation_jobs");
  const [charges] = await rows<{ n: number }>(
    "SELECT COUNT(*) AS n FROM ledger_entries WHERE kind = 'generation'",
  );
  return { jobs: Number(all?.n), charges: Number(charges?.n), accounts: accounts.length };
}

/** Asserts that committed files are in the store, byte for byte. */
async function proveFiles(dataDir: string, journal: Journal, loads: readonly Uploads[]): Promise<void> {
  const found = await readdir(join(dataDir, "media"), { recursive: true, withFileTypes: true });
  const paths = new Map(
    found.filter((file) => file.isFile()).map((file) => [file.name, join(file.parentPath, file.name)]),
  );
  for (const [id, hash] of loads.flatMap(({ files }) => [...files])) {
    const bytes = await readFile(paths.get(id) ?? "").catch(() => null);
    if (bytes === null) journal.violate(`File ${id} was committed and is not in the store.`);
    else if (createHash("sha256").update(bytes).digest("hex") !== hash)
      journal.violate(`File ${id} was committed with other bytes.`);
  }
}
