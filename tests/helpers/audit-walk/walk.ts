import { isDeepStrictEqual } from "node:util";
import type { ExecutionContext } from "ava";
import { type ActorKind, AUDITED } from "../../../contracts/audited.js";
import { AuditEntry } from "../../../entities/audit-entry.js";
import type { Kiln } from "../../../start.js";
import { type Answer, Client, type Person } from "../client.js";

export interface Expected {
  id: string | ((body: Answer["body"]) => string);
  project?: string | null;
  by?: Person | null;
  kind?: ActorKind;
  owner?: string | null;
}

/** Calls each action that writes, and compares the one entry that it must leave in the audit log. */
export class AuditWalk {
  readonly t: ExecutionContext;
  readonly kiln: Kiln;
  readonly root: Person;
  readonly ann: Person;
  readonly bob: Person;
  readonly anonymous: Client;
  /** Id of Ann's shared project, which the walk makes. */
  readonly projectId: string;
  /** Names of the actions that were called. */
  readonly seen = new Set<string>();
  /** Entries that differ from the expected ones. */
  readonly wrong: object[] = [];
  #count = 0;

  constructor(
    t: ExecutionContext,
    kiln: Kiln,
    people: { root: Person; ann: Person; bob: Person; projectId: string },
  ) {
    this.t = t;
    this.kiln = kiln;
    this.root = people.root;
    this.ann = people.ann;
    this.bob = people.bob;
    this.projectId = people.projectId;
    this.anonymous = new Client(kiln.url);
  }

  entriesOf = (requestId: string) => this.kiln.host.read.find(AuditEntry, { requestId });

  /** Calls an action once and finds its only entry. */
  does = async (
    name: string,
    client: Client,
    send: (client: Client) => Promise<Answer>,
    { id, project = null, by = this.ann, kind, owner = null }: Expected,
  ): Promise<Answer["body"]> => {
    const requestId = `walk-${(this.#count += 1)}`;
    const { status, body } = await send(client.with({ ...client.headers, "x-request-id": requestId }));
    const entries = (await this.entriesOf(requestId)).map(
      ({ action, resourceKind, resourceId, projectId, actorId, actorKind, ownerId, client: address }) => ({
        action,
        resourceKind,
        resourceId,
        projectId,
        actorId,
        actorKind,
        ownerId,
        address,
      }),
    );
    const audited = AUDITED[name];
    const isService = entries[0]?.address === "";
    const expected = {
      action: audited?.as ?? name,
      resourceKind: audited?.kind ?? "",
      resourceId: typeof id === "function" && status === 200 ? id(body) : id,
      projectId: project,
      actorId: by?.id ?? null,
      actorKind: kind ?? (client === by?.session ? "person" : client === by?.api ? "key" : "visitor"),
      ownerId: owner ?? (project === null ? null : (by?.id ?? null)),
      address: isService ? "" : "127.0.0.1",
    };
    if (status !== 200 || !isDeepStrictEqual(entries, [expected]))
      this.wrong.push({ name, status, entries, expected, ...(status !== 200 && { body }) });
    this.seen.add(name);
    return body;
  };
}
