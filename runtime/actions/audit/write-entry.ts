import { v7 } from "uuid";
import type { Tx } from "../../database/tx.js";
import type { Act } from "./act.js";

const COLUMNS =
  "id, action, actorKind, actorId, credentialId, resourceKind, resourceId, projectId, requestId, client, createdAt, ownerId";
const VALUES = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?";
/** Finds the owner in the same statement. As a SELECT it takes no lock on the project's row. */
const OWNER = "(SELECT ownerId FROM projects WHERE id = ?)";

type Row = readonly (string | number | null)[];

/** An act, and the row that it made, where it makes one. */
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
    // whether the last one is a project of which the owner is to be found
    about.ownerId === null && projectId !== null ? 1 : 0,
  ];
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Ids of requests, models and services are whatever somebody calls them; the column holds so much. */
const cut = (value: string | null): string | null => value?.slice(0, 191) ?? null;

/** Leaves the entries of some acts in the transaction that does them: one statement, sent with its COMMIT. */
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
