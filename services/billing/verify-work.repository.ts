import type { LedgerKind } from "../../contracts/billing.js";
import type { Reader } from "../../runtime/database/transaction.js";

export interface Mismatch {
  accountId: string;
  /** The mismatch as a sentence for people. */
  problem: string;
}

/**
 * One rule about work and its credits: a query for the rows that break it, and the sentence for such a row.
 */
interface Rule<Row> {
  sql: string;
  say(row: Row): string;
}

/** A row of a rule's query; database servers may return its numbers as text. */
interface WorkRow {
  accountId: string;
  id: string;
  status: string | null;
  credits: number | string | null;
  entries: number | string | null;
  charged: number | string | null;
}

/** The query for all work that may hold credits. */
const WORK = `SELECT id, status FROM generation_jobs UNION ALL SELECT id, status FROM transcriptions
  UNION ALL SELECT id, status FROM translation_calls
  UNION ALL SELECT id, status FROM workflow_run_steps WHERE kind = 'text'`;

/** The query for translations, which are entered under their document's id with one entry a language. */
const TRANSLATED = `SELECT documentId, payerId, SUM(costCredits) AS credits
  FROM translation_calls WHERE costCredits > 0 GROUP BY documentId, payerId`;

/** The query for workflows' texts, which are entered under their run's id with one entry a text. */
const WRITTEN = `SELECT s.runId, r.payerId, SUM(s.costCredits) AS credits
  FROM workflow_run_steps s JOIN workflow_runs r ON r.id = s.runId
  WHERE s.kind = 'text' AND s.costCredits > 0 GROUP BY s.runId, r.payerId`;

const RULES: readonly Rule<WorkRow>[] = [
  {
    sql: `SELECT h.accountId, h.id, j.status, h.credits, NULL AS entries, NULL AS charged
      FROM holds h LEFT JOIN (${WORK}) j ON j.id = h.id
      WHERE j.id IS NULL OR j.status NOT IN ('queued', 'running') ORDER BY h.id`,
    say: ({ id, status, credits }) =>
      `${credits} credits are held for ${id}, which ${status === null ? "does not exist" : `is ${status}`}`,
  },
  ...rulesOf("generation_jobs", "generation", "job"),
  ...rulesOf("transcriptions", "transcription", "transcription"),
  {
    sql: `SELECT c.payerId AS accountId, c.id, c.status, c.estimatedCredits AS credits, NULL AS entries, h.credits AS charged
      FROM translation_calls c LEFT JOIN holds h ON h.id = c.id AND h.accountId = c.payerId
      WHERE c.status = 'running' AND c.estimatedCredits <> COALESCE(h.credits, 0) ORDER BY c.id`,
    say: ({ id, credits, charged }) =>
      `translation ${id} is running for ${credits} credits, and ${charged ?? 0} are held for it`,
  },
  {
    sql: `SELECT t.payerId AS accountId, t.documentId AS id, NULL AS status, t.credits, NULL AS entries, -SUM(l.deltaCredits) AS charged
      FROM (${TRANSLATED}) t LEFT JOIN ledger_entries l
        ON l.ref = t.documentId AND l.accountId = t.payerId AND l.kind = 'generation'
      GROUP BY t.payerId, t.documentId, t.credits HAVING COALESCE(-SUM(l.deltaCredits), 0) < t.credits ORDER BY t.documentId`,
    say: ({ id, credits, charged }) =>
      `translations of document ${id} cost ${credits} credits, and the ledger took ${charged ?? 0}`,
  },
  {
    sql: `SELECT r.payerId AS accountId, s.id, s.status, s.heldCredits AS credits, NULL AS entries, h.credits AS charged
      FROM workflow_run_steps s JOIN workflow_runs r ON r.id = s.runId
        LEFT JOIN holds h ON h.id = s.id AND h.accountId = r.payerId
      WHERE s.kind = 'text' AND s.status = 'running' AND s.heldCredits <> COALESCE(h.credits, 0) ORDER BY s.id`,
    say: ({ id, credits, charged }) =>
      `text ${id} of a workflow is running for ${credits} credits, and ${charged ?? 0} are held for it`,
  },
  {
    sql: `SELECT t.payerId AS accountId, t.runId AS id, NULL AS status, t.credits, NULL AS entries, -SUM(l.deltaCredits) AS charged
      FROM (${WRITTEN}) t LEFT JOIN ledger_entries l
        ON l.ref = t.runId AND l.accountId = t.payerId AND l.kind = 'generation'
      GROUP BY t.payerId, t.runId, t.credits HAVING COALESCE(-SUM(l.deltaCredits), 0) < t.credits ORDER BY t.runId`,
    say: ({ id, credits, charged }) =>
      `texts of run ${id} cost ${credits} credits, and the ledger took ${charged ?? 0}`,
  },
];

/**
 * Returns the rules for work that is entered under its own id in one entry: its estimate is held while it is
 * queued or runs, it is charged once if it cost something, and only work that succeeded cost something.
 */
function rulesOf(table: string, kind: LedgerKind, noun: string): Rule<WorkRow>[] {
  const charges = `SELECT ref, MIN(accountId) AS payerId, COUNT(*) AS entries, -SUM(deltaCredits) AS charged
    FROM ledger_entries WHERE kind = '${kind}' GROUP BY ref`;
  return [
    {
      sql: `SELECT j.payerId AS accountId, j.id, j.status, j.estimatedCredits AS credits, NULL AS entries, h.credits AS charged
        FROM ${table} j LEFT JOIN holds h ON h.id = j.id AND h.accountId = j.payerId
        WHERE j.status IN ('queued', 'running') AND j.estimatedCredits <> COALESCE(h.credits, 0) ORDER BY j.id`,
      say: ({ id, status, credits, charged }) =>
        `${noun} ${id} is ${status} for ${credits} credits, and ${charged ?? 0} are held for it`,
    },
    {
      sql: `SELECT j.payerId AS accountId, j.id, j.status, j.costCredits AS credits, l.entries, l.charged
        FROM ${table} j LEFT JOIN (${charges}) l ON l.ref = j.id
        WHERE COALESCE(j.costCredits, 0) > 0
          AND (l.ref IS NULL OR l.entries <> 1 OR l.charged <> j.costCredits OR l.payerId <> j.payerId) ORDER BY j.id`,
      say: ({ id, credits, entries, charged }) =>
        Number(entries ?? 0) === 1
          ? `${noun} ${id} cost ${credits} credits, its ledger entry took ${charged}, or from another account`
          : `${noun} ${id} cost ${credits} credits and has ${entries ?? 0} ledger entries instead of one`,
    },
    {
      sql: `SELECT j.payerId AS accountId, j.id, j.status, j.costCredits AS credits, l.entries, l.charged
        FROM ${table} j JOIN (${charges}) l ON l.ref = j.id
        WHERE COALESCE(j.costCredits, 0) = 0 ORDER BY j.id`,
      say: ({ id, status, entries, charged }) =>
        `${noun} ${id} is ${status} and cost nothing, and has ${entries} ledger entries that took ${charged} credits`,
    },
    {
      // This is rules/billing 9, as `services/generation/job-cost.ts` implements it.
      sql: `SELECT payerId AS accountId, id, status, costCredits AS credits, NULL AS entries, NULL AS charged
        FROM ${table} WHERE status <> 'succeeded' AND COALESCE(costCredits, 0) > 0 ORDER BY id`,
      say: ({ id, status, credits }) => `${noun} ${id} is ${status} and cost ${credits} credits`,
    },
  ];
}

/** Checks all paid work against its holds and its ledger entries, and returns the mismatches. */
export async function verifyWork(reader: Reader): Promise<Mismatch[]> {
  const found: Mismatch[] = [];
  for (const { sql, say } of RULES) {
    const rows = await reader.query<WorkRow>(sql);
    found.push(...rows.map((row) => ({ accountId: row.accountId, problem: say(row) })));
  }
  return found;
}
