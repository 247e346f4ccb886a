import { v7 } from "uuid";
import type { ParamsOf } from "../../../contracts/contract.js";
import { type createDeliveryToken, MAX_TOKENS } from "../../../contracts/delivery-tokens.js";
import { invalidParams } from "../../../contracts/errors.js";
import type { DeliveryToken } from "../../../entities/delivery-token.js";
import type { Host } from "../../../runtime/process/host.js";
import { joinProject } from "../../projects/index.js";
import { hashTokenSecret, makeTokenSecret } from "./authenticate-token.js";
import { countTokens, insertToken } from "./token.repository.js";

/**
 * Makes a token and returns its secret, which is shown only once. Throws `invalid_params` when the project
 * has 20 tokens.
 */
export async function createToken(
  host: Pick<Host, "transact">,
  accountId: string,
  { projectId, name, mode }: ParamsOf<typeof createDeliveryToken>,
): Promise<{ token: DeliveryToken; secret: string }> {
  const secret = makeTokenSecret();
  const token: DeliveryToken = {
    id: v7(),
    projectId,
    name,
    mode,
    hash: hashTokenSecret(secret),
    createdById: accountId,
    createdAt: Date.now(),
    lastUsedAt: null,
  };
  await host.transact(async (tx) => {
    // The project's row is the lock of its tokens: two requests at once do not make the 21st.
    await joinProject(tx, { projectId, accountId });
    if ((await countTokens(tx, projectId)) >= MAX_TOKENS)
      throw invalidParams(`A project has at most ${MAX_TOKENS} delivery tokens. Delete one first.`);
    await insertToken(tx, token);
  });
  return { token, secret };
}
