import type { ResultOf } from "../../contracts/contract.js";
import type { getStanding } from "../../contracts/identity.js";
import type { Host } from "../../runtime/host.js";
import { requireAccount } from "./account.repository.js";

/** Whether work may be billed to an account, as it is now. Throws `not_found` for an unknown id. */
export async function readStanding(host: Host, accountId: string): Promise<ResultOf<typeof getStanding>> {
  const { suspended, emailVerified, features } = await requireAccount(host.read, accountId);
  return {
    isSuspended: suspended,
    isEmailVerified: emailVerified,
    features: {
      generation: features.generation !== false,
      transcription: features.transcription !== false,
    },
  };
}
