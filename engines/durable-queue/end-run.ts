import type { Database } from "../../runtime/database/database.js";
import type { Statement } from "../../runtime/database/statements.js";
import { transaction, TryAgain, type Tx, writeAlone } from "../../runtime/database/transaction.js";
import { LeaseLost, type RowChange, type GuardedChange } from "./task-handler.js";
import type { ClaimedRow } from "./claimed-row.js";

type Own = Pick<ClaimedRow, "id" | "fence">;

const OWN = "WHERE id = ? AND fence = ? AND state = 'running'";
const LET_GO = "owner = NULL, leaseUntil = NULL, rerunAt = NULL";
const END = `DELETE FROM tasks ${OWN} AND rerunAt IS NULL`;
const AGAIN = `UPDATE tasks SET state = 'ready', attempts = 0, deaths = 0, lastError = NULL, runAt = rerunAt, ${LET_GO} ${OWN} AND rerunAt IS NOT NULL`;

/** Locks the task to the end of the transaction. Throws LeaseLost when another process has it. */
export const guardRun = (tx: Tx, own: Own): Promise<void> =>
  changeRun(tx, own, { set: { priority: "priority" }, parameters: [] });

async function changeRun(tx: Tx, { id, fence }: Own, { set, parameters }: TaskChange): Promise<void> {
  const changes = Object.entries(set).map(([column, value]) => `${column} = ${value}`);
  const affected = await tx.run(`UPDATE tasks SET ${changes.join(", ")} ${OWN}`, [...parameters, id, fence]);
  if (affected !== 1) throw new LeaseLost();
}

/** A change of a task: the SQL of the new value of each column, with `?` for the parameters. */
interface TaskChange {
  set: Readonly<Record<string, string>>;
  parameters: readonly unknown[];
}

/** Changes the row of a task's subject. Throws LeaseLost when another process has the task, or the row is not as `where` says. */
export const changeGuarded = (tx: Tx, own: Own, change: GuardedChange): Promise<void> =>
  changeRowAndTask(tx, own, change, { set: { priority: "priority" }, parameters: [] });

/**
 * Changes the row of a task's subject and the task, which is locked with it: a server does both in one statement, which locks the row
 * before the task. Throws LeaseLost when another process has the task, or the row is not as `where` says.
 */
export async function changeRowAndTask(
  tx: Tx,
  own: Own,
  change: GuardedChange,
  task: TaskChange,
): Promise<void> {
  if (tx.database.dialect === "sqlite") return changeOneByOne(tx, own, change, task);
  const { table, id, set, where, parameters, beside = [] } = change;
  const ofTask = Object.entries(task.set).map(
    ([column, value]) => `task.${column} = ${value === column ? `task.${column}` : value}`,
  );
  const affected = await tx.run(
    `UPDATE ${table} AS subjectRow STRAIGHT_JOIN tasks AS task
        ON task.id = ? AND task.fence = ? AND task.state = 'running'
      ${beside.map((row, at) => `LEFT JOIN ${row.table} AS beside${at} ON beside${at}.id = ?`).join("\n      ")}
      SET ${[set, ...ofTask, ...beside.map((row) => row.set)].join(", ")}
      WHERE subjectRow.id = ? AND ${where}`,
    [
      own.id,
      own.fence,
      ...beside.map((row) => row.id),
      ...parameters,
      ...task.parameters,
      ...beside.flatMap((row) => row.parameters ?? []),
      id,
    ],
  );
  if (affected === 0) throw new LeaseLost();
  // Every connection has CLIENT_FOUND_ROWS (runtime/database/database.ts): a server counts each row that it found, changed or not.
  const missing = 2 + beside.length - affected;
  if (missing > 0) await makeMissing(tx, beside, missing);
}

async function changeOneByOne(
  tx: Tx,
  own: Own,
  { table, id, set, where, parameters, beside = [] }: GuardedChange,
  task: TaskChange,
): Promise<void> {
  const change = (row: Omit<RowChange, "make">, condition: string) =>
    tx.run(`UPDATE ${row.table} SET ${row.set} WHERE id = ?${condition}`, [
      ...(row.parameters ?? []),
      row.id,
    ]);
  if ((await change({ table, id, set, parameters }, ` AND ${where}`)) !== 1) throw new LeaseLost();
  await changeRun(tx, own, task);
  for (const row of beside) {
    if ((await change(row, "")) > 0) continue;
    const { sql, parameters: values } = makingOf(row);
    await tx.run(sql, values);
  }
}

/**
 * Makes the rows beside a subject that were missing, whose number the server has told. A row that somebody else has made since then
 * looks like one that was changed: then it throws TryAgain, and the transaction begins anew.
 */
async function makeMissing(tx: Tx, beside: readonly RowChange[], missing: number): Promise<void> {
  const looks = beside.map(({ table }, at) => `EXISTS(SELECT 1 FROM ${table} WHERE id = ?) AS has${at}`);
  const [found = {}] = await tx.query<Record<string, unknown>>(
    `SELECT ${looks.join(", ")}`,
    beside.map(({ id }) => id),
  );
  const absent = beside.filter((_, at) => Number(found[`has${at}`]) === 0);
  if (absent.length !== missing) throw new TryAgain("A row that was missing came at the same moment.");
  await tx.withNext(absent.map(makingOf));
}

/** Returns the statement that makes a missing row. Throws when the change has none: a missing balance must not be passed over. */
function makingOf({ table, id, make }: RowChange): Statement {
  if (make === undefined) throw new Error(`${table} has no row ${id} to change.`);
  return make;
}

/**
 * Ends a task whose work is done; returns true when it was queued once more meanwhile and is ready again.
 * Throws LeaseLost when another process has it.
 */
export async function endRun(tx: Tx, own: Own): Promise<boolean> {
  const { id, fence } = own;
  if ((await tx.run(END, [id, fence])) === 1) return false;
  await guardRun(tx, own);
  if (await beginAgain(tx, own)) return true;
  // The wish for another run was dropped between the two statements.
  await tx.run(`DELETE FROM tasks ${OWN}`, [id, fence]);
  return false;
}

/** Makes a task ready again that was queued once more during its run, with no attempts counted; returns false when it was not. */
export const beginAgain = async (tx: Tx, { id, fence }: Own): Promise<boolean> =>
  (await tx.run(AGAIN, [id, fence])) === 1;

/** Ends a task like `endRun`, where nothing else is written in the same transaction. */
export async function endRunAlone(database: Database, own: Own): Promise<boolean> {
  const deleted = await writeAlone(database, END, [own.id, own.fence]);
  return deleted === 1 ? false : transaction(database, (tx) => endRun(tx, own));
}

/** Makes the task ready again after `afterMs`, or earlier if it was queued once more for then; leaves a task of another process alone. */
export async function putBack(
  database: Database,
  { id, fence }: Own,
  to: { attempts: number; deaths: number; afterMs: number; lastError: string | null },
): Promise<void> {
  const runAt = `${database.now} + ?`;
  const afterMs = Math.round(to.afterMs);
  // MySQL assigns from left to right and reads what it has assigned: `rerunAt` is let go last.
  await writeAlone(
    database,
    `UPDATE tasks SET state = 'ready', runAt = CASE WHEN rerunAt < ${runAt} THEN rerunAt ELSE ${runAt} END,
      attempts = CASE WHEN rerunAt IS NULL THEN ? ELSE 0 END,
      deaths = CASE WHEN rerunAt IS NULL THEN ? ELSE 0 END, lastError = ?, ${LET_GO} ${OWN}`,
    [afterMs, afterMs, to.attempts, to.deaths, to.lastError?.slice(0, 4000) ?? null, id, fence],
  );
}

/**
 * Marks a task dead whose attempts are used up; returns false, and changes nothing, when it was queued once
 * more meanwhile. Throws LeaseLost when another process has it.
 */
export async function buryRun(tx: Tx, own: Own, attempts: number, lastError: string): Promise<boolean> {
  const affected = await tx.run(
    `UPDATE tasks SET state = 'dead', attempts = ?, lastError = ?, ${LET_GO} ${OWN} AND rerunAt IS NULL`,
    [attempts, lastError.slice(0, 4000), own.id, own.fence],
  );
  if (affected === 0) await guardRun(tx, own);
  return affected === 1;
}
