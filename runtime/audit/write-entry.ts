import { v7 } from "uuid";
import type { Tx } from "../tx.js";
import type { Act } from "./act.js";

const COLUMNS =
  "id, action, actorKind, actorId, credentialId, resourceKind, resourceId, projectId, requestId, client, createdAt, ownerId";
const VALUES = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?";
/** Finds the owner in the same statement. As a SELECT it takes no lock on the project's row. */
const OWNER = "(SELECT ownerId FROM projects WHERE id = ?)";

type Row = readonly (string | number | null)[];

/** Leaves the entry of an act, together with those of the works that share the transaction: one statement, sent with the last ones. */
export function writeEntry(tx: Tx, act: Act): void {
  tx.collect("audit entries", [rowOf(tx, act)], insert);
}

function rowOf(tx: Tx, { action, resourceKind, made, actor, about, requestId, client }: Act): Row {
  const now = Date.now();
  const row = made === null ? undefined : tx.firstMade(made);
  const resourceId = text(row?.id) ?? about.resourceId;
  const projectId = about.projectId ?? (resourceKind === "project" ? resourceId : text(row?.projectId));
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

async function insert(tx: Tx, rows: Row[]): Promise<void> {
  const selects = rows.map((row) => `SELECT ${VALUES}, ${row.at(-1) === 1 ? OWNER : "?"}`);
  await tx.runLater(
    `INSERT INTO audit_entries (${COLUMNS}) ${selects.join(" UNION ALL ")}`,
    rows.flatMap((row) => row.slice(0, -1)),
  );
}
