import { randomUUID } from "node:crypto";
import { ENTITIES } from "../../../entities/index.js";
import { GenerationJob } from "../../../entities/generation-job.js";
import { LedgerEntry } from "../../../entities/ledger-entry.js";
import { MIGRATIONS } from "../../../migrations/index.js";
import { openDatabase } from "../../../runtime/database/database.js";
import { transaction, type Tx } from "../../../runtime/database/transaction.js";
import type { Person } from "../client.js";
import type { Site } from "../open-site.js";

/** Number of rows of one statement. */
const ROWS = 2000;

/** Writes rows beside a process that runs, because making them through the process would take longer than a test. */
export async function insertMany(
  { env, folder }: Pick<Site, "env" | "folder">,
  count: number,
  insert: (tx: Tx, from: number, to: number) => Promise<void>,
  rows = ROWS,
): Promise<void> {
  const url = env.DATABASE_URL ?? null;
  const database = await openDatabase({
    url,
    dataDir: folder,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    poolSize: 1,
  });
  try {
    for (let from = 0; from < count; from += rows)
      await transaction(database, (tx) => insert(tx, from, Math.min(count, from + rows)));
  } finally {
    await database.close();
  }
}

/** Inserts jobs of a project that failed and cost nothing. */
export const insertJobs = (site: Site, person: Person, projectId: string, count: number): Promise<void> =>
  insertMany(site, count, (tx, from, to) =>
    tx.insert(
      GenerationJob,
      Array.from({ length: to - from }, (_, at) => jobOf(person, projectId, from + at)),
    ),
  );

const jobOf = ({ id, email }: Person, projectId: string, at: number) => ({
  id: randomUUID(),
  accountId: id,
  actorEmail: email,
  payerId: id,
  projectId,
  model: "mock-image",
  provider: "mock",
  kind: "image" as const,
  params: { kind: "image", prompt: "one of many", aspectRatio: "1:1", numImages: 1 },
  status: "failed" as const,
  estimatedCredits: 1,
  costCredits: 0,
  errorMessage: "It was one of many.",
  errorCode: "unknown",
  errorRetryable: false,
  submits: 1,
  failures: 0,
  createdAt: 1_700_000_000_000 + at,
  completedAt: 1_700_000_000_000 + at,
});

/** Inserts ledger entries of a project by many actors. An even number of entries sums up to 0. */
export const insertEntries = (site: Site, person: Person, projectId: string, count: number): Promise<void> =>
  insertMany(site, count, (tx, from, to) =>
    tx.insert(
      LedgerEntry,
      Array.from({ length: to - from }, (_, at) => entryOf(person, projectId, from + at)),
    ),
  );

const entryOf = ({ id, email }: Person, projectId: string, at: number) => ({
  id: randomUUID(),
  accountId: id,
  kind: "agent_usage" as const,
  deltaCredits: at % 2 === 0 ? -1 : 1,
  ref: null,
  note: null,
  projectId,
  actorId: at % 3 === 0 ? id : null,
  actorEmail: email,
  previewStorageId: null,
  previewKind: null,
  once: null,
  createdAt: 1_700_000_000_000 + at,
});
