import { v7 } from "uuid";
import type { Auth } from "../../../contracts/auth.js";
import { AUDITED, type Audited, type ActorKind } from "../../../contracts/audited.js";
import type { Contract } from "../../../contracts/contract.js";
import type { Database } from "../../database/database.js";
import { transaction } from "../../database/transaction.js";
import type { Tx } from "../../database/tx.js";
import type { CallMeta } from "../context.js";
import { type Act, type Actor, acts } from "./act.js";

/** Returns the act for a call of an action; null if the action leaves no entry. */
export function actOf(
  { name, audience }: Pick<Contract, "name" | "audience">,
  { auth, requestId, client, isRun }: CallMeta,
  params: unknown,
  subject: unknown,
): Act | null {
  const audited = AUDITED[name];
  if (audited === undefined) return null;
  const given = (params ?? {}) as Readonly<Record<string, unknown>>;
  const actor = actorOf(auth, { isOperator: audience === "operator", isRun: isRun === true }, audited.by);
  return {
    action: audited.as ?? name,
    resourceKind: audited.kind,
    made: audited.made ?? null,
    requestId,
    client,
    actor,
    about: {
      resourceId: resourceOf(audited, given, actor),
      projectId: text(given[audited.project ?? "projectId"]) ?? projectOf(subject),
      ownerId: audited.owner === undefined ? null : text(given[audited.owner]),
    },
    holder: null,
  };
}

function actorOf(
  auth: Auth | null,
  { isOperator, isRun }: { isOperator: boolean; isRun: boolean },
  by: ActorKind = "visitor",
): Actor {
  if (auth === null) return { kind: by, id: null, credentialId: null };
  // The operator at the machine itself has no account.
  const id = auth.accountId === "system" ? null : auth.accountId;
  // The ids of sessions and of an agent's tokens are hashes of secrets, so they are not recorded.
  const credentialId = auth.kind === "key" ? auth.credentialId : (auth.grantId ?? null);
  return { kind: kindOf(auth, { isOperator, isRun }), id, credentialId };
}

function kindOf({ kind }: Auth, { isOperator, isRun }: { isOperator: boolean; isRun: boolean }): ActorKind {
  if (isOperator) return "operator";
  if (isRun) return "run";
  if (kind === "grant") return "agent";
  return kind === "key" ? "key" : "person";
}

function resourceOf(
  { kind, id = "id", made }: Audited,
  given: Readonly<Record<string, unknown>>,
  actor: Actor,
): string | null {
  if (id === null) return kind === "account" ? actor.id : null;
  return made === undefined ? text(given[id]) : null;
}

/**
 * Returns the project of an action's subject: its own `projectId`, its project, or the `projectId` of the
 * first of its parts that has one.
 */
function projectOf(subject: unknown): string | null {
  if (!isRecord(subject)) return null;
  const own = text(subject["projectId"]);
  if (own !== null) return own;
  const { project } = subject;
  if (isRecord(project)) return text(project["id"]);
  for (const part of Object.values(subject)) {
    const found = isRecord(part) ? text(part["projectId"]) : null;
    if (found !== null) return found;
  }
  return null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/**
 * Runs the work as an act: the first of its transactions that changes something and commits writes the entry.
 */
export async function asAct<T>(act: Act | null, work: () => Promise<T>): Promise<T> {
  try {
    return await acts.run(act, work);
  } finally {
    // Code that the act has left behind, such as a timer, must not write the entry any more.
    if (act !== null) act.holder ??= act;
  }
}

/**
 * Returns the current act for code that writes its entry itself with `writeEntries`; no transaction of the
 * act writes one then. Null if there is no current act or its entry is claimed already.
 */
export function claimEntry(): Act | null {
  const act = acts.getStore() ?? null;
  if (act === null || act.holder !== null) return null;
  act.holder = act;
  return act;
}

/**
 * Runs a transaction of the current act. If the work has changed something, the entry is written and
 * committed with it. A work that is run again or fails never leaves more than one entry.
 */
export async function withEntry<T>(
  work: (tx: Tx) => Promise<T>,
  run: (work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<T> {
  const act = acts.getStore() ?? null;
  if (act === null || act.holder !== null) return run(work);
  const mine = {};
  try {
    return await run(async (tx) => {
      const result = await work(tx);
      if (!tx.hasWritten || (act.holder !== null && act.holder !== mine)) return result;
      act.holder = mine;
      writeEntries(tx, [{ act, made: act.made === null ? undefined : tx.firstMade(act.made) }]);
      return result;
    });
  } catch (error) {
    if (act.holder === mine) act.holder = null;
    throw error;
  }
}

/** Returns a function that runs transactions on a database, each with the entry of the current act. */
export const transactIn =
  (database: Database) =>
  <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    withEntry(work, (whole) => transaction(database, whole));

const COLUMNS =
  "id, action, actorKind, actorId, credentialId, resourceKind, resourceId, projectId, requestId, client, createdAt, ownerId";
const VALUES = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?";
/** The subquery that finds the owner. As a SELECT it takes no lock on the project's row. */
const OWNER = "(SELECT ownerId FROM projects WHERE id = ?)";

type Row = readonly (string | number | null)[];

/** An act and the row that it created, if it created one. */
export interface Acted {
  act: Act;
  made?: Readonly<Record<string, unknown>> | undefined;
}

function rowOf({ act, made }: Acted): Row {
  const { action, resourceKind, actor, about, requestId, client } = act;
  const now = Date.now();
  const resourceId = text(made?.["id"]) ?? about.resourceId;
  const projectId = about.projectId ?? (resourceKind === "project" ? resourceId : text(made?.["projectId"]));
  return [
    v7({ msecs: now }),
    action,
    actor.kind,
    actor.id,
    actor.credentialId,
    resourceKind,
    cut(resourceId),
    projectId,
    cut(requestId) ?? "",
    cut(client) ?? "",
    now,
    about.ownerId ?? projectId,
    // The last value is 1 if the owner is to be looked up by the project.
    about.ownerId === null && projectId !== null ? 1 : 0,
  ];
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/**
 * Cuts a text to the length of its column, because callers choose the ids of requests, models and services.
 */
const cut = (value: string | null): string | null => value?.slice(0, 191) ?? null;

/**
 * Writes the entries of acts in the transaction that does them, by one statement that is sent with its
 * COMMIT.
 */
export function writeEntries(tx: Tx, acted: readonly Acted[]): void {
  if (acted.length === 0) return;
  const rows = acted.map(rowOf);
  const selects = rows.map((row) => `SELECT ${VALUES}, ${row.at(-1) === 1 ? OWNER : "?"}`);
  tx.withCommit([
    {
      sql: `INSERT INTO audit_entries (${COLUMNS}) ${selects.join(" UNION ALL ")}`,
      parameters: rows.flatMap((row) => row.slice(0, -1)),
    },
  ]);
}
