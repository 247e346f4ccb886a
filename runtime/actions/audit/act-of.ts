import type { Auth } from "../../../contracts/auth.js";
import { AUDITED, type Audited, type ActorKind } from "../../../contracts/audited.js";
import type { Contract } from "../../../contracts/contract.js";
import type { CallMeta } from "../context.js";
import type { Act, Actor } from "./act.js";

/** The act that a call of an action is; null for one that leaves no entry. */
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
  // the operator at the machine itself is no account
  const id = auth.accountId === "system" ? null : auth.accountId;
  // ids of sessions and of an agent's tokens are hashes of what opens the door
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

/** What an action has found says in which project it is: itself, its project, or the first of its parts that does. */
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

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
