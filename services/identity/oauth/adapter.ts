import type { Adapter, AdapterPayload } from "oidc-provider";
import type { OauthRecord } from "../../../entities/oauth-record.js";
import { aside, nameAct } from "../../../runtime/actions/audit/act.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import * as billing from "../../billing/index.js";
import { noteEnded } from "../end-credential.js";
import { keepClient, unusedUntil } from "./client-life.js";
import { deleteFamily } from "./grant.repository.js";
import {
  changeRecord,
  clientKey,
  consumeRecord,
  deleteRecord,
  findByUid,
  findRecord,
  insertRecord,
  lockRecord,
  recordId,
} from "./record.repository.js";

/** Kinds of records that belong to the family of a grant, and end with it. */
const FAMILY = new Set(["AuthorizationCode", "AccessToken", "RefreshToken"]);

/**
 * Makes the storage of the OAuth library: one table with hashed names, so that all nodes share it. `refuse`
 * makes the error for a client that uses a record which has ended or was used at the same time.
 */
export const adapterFor = (host: Pick<Host, "read" | "transact" | "tasks">, refuse: () => Error) =>
  class RecordAdapter implements Adapter {
    readonly kind: string;

    constructor(kind: string) {
      this.kind = kind;
    }

    async upsert(id: string, payload: AdapterPayload, expiresInSeconds?: number): Promise<void> {
      const { jti: _name, ...kept } = payload;
      const now = Date.now();
      const grantId = (this.kind === "Grant" ? id : payload.grantId) ?? null;
      const clientId = payload.clientId ?? payload.client_id ?? null;
      const row = {
        payload: kept as object,
        grantId,
        accountId: payload.accountId ?? null,
        clientId: clientId === null ? null : clientKey(clientId),
        uid: payload.uid ?? null,
        scopes: this.kind === "AccessToken" ? (payload.scope ?? "").split(" ").filter(Boolean) : null,
        expiresAt: expiresAt(this.kind, expiresInSeconds, now),
      };
      const write = async (tx: Tx): Promise<void> => {
        // The grant is the lock of its family: no record joins a family that a replay or its owner has ended.
        const grant = FAMILY.has(this.kind) ? await requireGrant(tx, grantId, refuse) : null;
        if (grantId !== null && clientId !== null) await keepClient(tx, recordId("Client", clientId), now);
        const key = recordId(this.kind, id);
        if (await changeRecord(tx, { id: key, ...row })) return;
        await insertRecord(tx, {
          ...row,
          id: key,
          kind: this.kind,
          budgetId: grant?.budgetId ?? null,
          madeUnverified: false,
          consumedAt: null,
          createdAt: now,
        });
      };
      // Only connecting an agent is an act with an audit entry; its codes and tokens follow from it.
      await (this.kind === "Grant" ? host.transact(write) : aside(() => host.transact(write)));
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      return payloadOf(await findRecord(host.read, { id: recordId(this.kind, id) }), id);
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return payloadOf(await findByUid(host.read, { kind: this.kind, uid }));
    }

    async findByUserCode(): Promise<undefined> {
      return undefined;
    }

    async destroy(id: string): Promise<void> {
      await aside(() => host.transact((tx) => deleteRecord(tx, recordId(this.kind, id))));
    }

    /**
     * Marks a code or token as used. Of two requests that use it at once, the later one ends the family, as
     * any second use does.
     */
    async consume(id: string): Promise<void> {
      const key = recordId(this.kind, id);
      const isFirst = await aside(() =>
        host.transact((tx) => consumeRecord(tx, { id: key, at: Date.now() })),
      );
      if (isFirst) return;
      const row = await findRecord(host.read, { id: key });
      if (row?.grantId) await this.revokeByGrantId(row.grantId);
      throw refuse();
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      await host.transact(async (tx) => {
        const grant = await findRecord(tx, { id: recordId("Grant", grantId) });
        const id = grant?.accountId ?? null;
        nameAct({ resourceId: grantId, ownerId: id, actor: { id, credentialId: grantId } });
        await endFamily(host, tx, grantId);
      });
    }
  };

/** Returns the end of a record; clients get one here because the library gives them none. */
function expiresAt(kind: string, inSeconds: number | undefined, now: number): number | null {
  if (kind === "Client") return unusedUntil(now);
  return inSeconds === undefined ? null : now + inSeconds * 1000;
}

/**
 * Ends a grant with its codes and tokens, and the work that goes on in its name. Its row is deleted first,
 * for it is the lock: every transaction takes the grant before its tokens or its budget.
 */
export async function endFamily(host: Pick<Host, "tasks">, tx: Tx, grantId: string): Promise<void> {
  const id = recordId("Grant", grantId);
  const grant = await lockRecord(tx, { id });
  await deleteRecord(tx, id);
  await deleteFamily(tx, grantId);
  await billing.dropBudget(tx, grantId);
  if (grant?.accountId) await noteEnded(host, tx, { id: grantId, accountId: grant.accountId });
}

async function requireGrant(tx: Tx, grantId: string | null, refuse: () => Error): Promise<OauthRecord> {
  const grant = grantId === null ? null : await lockRecord(tx, { id: recordId("Grant", grantId) });
  if (grant === null) throw refuse();
  return grant;
}

function payloadOf(row: OauthRecord | null, id?: string): AdapterPayload | undefined {
  if (row === null || (row.expiresAt !== null && row.expiresAt <= Date.now())) return undefined;
  return {
    ...row.payload,
    ...(id !== undefined && { jti: id }),
    ...(row.consumedAt !== null && { consumed: Math.floor(row.consumedAt / 1000) }),
  };
}
