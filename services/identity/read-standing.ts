import type { Delegate } from "../../contracts/auth.js";
import type { ResultOf } from "../../contracts/contract.js";
import type { getStanding } from "../../contracts/identity.js";
import type { Host } from "../../runtime/process/host.js";
import { requireAccount } from "./account.repository.js";
import { findKey } from "./api-key.repository.js";
import { findRecord, recordId } from "./oauth/record.repository.js";

/**
 * Reads whether work may be billed to an account now, and whether the key or connected agent that does the
 * work still exists. Throws `not_found` for an unknown account.
 */
export async function readStanding(
  host: Pick<Host, "read">,
  accountId: string,
  delegate?: Delegate | null,
): Promise<ResultOf<typeof getStanding>> {
  const { suspended, emailVerified, features } = await requireAccount(host.read, accountId);
  return {
    isSuspended: suspended,
    isEmailVerified: emailVerified,
    features: {
      generation: features.generation !== false,
      transcription: features.transcription !== false,
    },
    ...(delegate && { delegateStands: await stands(host, accountId, delegate) }),
  };
}

const stands = async ({ read }: Pick<Host, "read">, accountId: string, { kind, id }: Delegate) =>
  kind === "key"
    ? (await findKey(read, { id, accountId })) !== null
    : (await findRecord(read, { id: recordId("Grant", id), accountId })) !== null;
