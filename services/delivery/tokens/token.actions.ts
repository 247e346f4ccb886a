import * as contracts from "../../../contracts/delivery-tokens.js";
import { type Action, action } from "../../../runtime/actions/action.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import type { Host } from "../../../runtime/process/host.js";
import { type ProjectSeen, requireSeen } from "../../projects/index.js";
import { createToken } from "./create-token.js";
import { tokenUseOf } from "./authenticate-token.js";
import { presentToken } from "./present-token.js";
import { allowTokens, requireProjectOfToken, unknownToken } from "./token.policy.js";
import { deleteToken, findTokens } from "./token.repository.js";

const ofOwner = (_context: unknown, _params: unknown, seen: ProjectSeen) => allowTokens(seen);

/** Returns the actions on delivery tokens, which open the delivery routes of a project (rules/delivery 3). */
export const tokenActions = (host: Host): Action[] => {
  const projectSeen = ({ auth }: ActionContext, { projectId }: { projectId: string }) =>
    requireSeen(host.read, auth.accountId, projectId);
  return [
    action(contracts.createDeliveryToken, {
      find: projectSeen,
      allow: ofOwner,
      run: async ({ auth }, params) => {
        const { token, secret } = await createToken(host, auth.accountId, params);
        return { token: presentToken(token), secret };
      },
    }),
    action(contracts.listDeliveryTokens, {
      find: projectSeen,
      allow: ofOwner,
      run: async (_context, { projectId, limit = contracts.MAX_TOKENS, offset }) => {
        const pending = tokenUseOf(host).pending();
        const { tokens, total } = await findTokens(host.read, projectId, { limit, offset });
        return { tokens: tokens.map((token) => presentToken(token, pending.get(token.id))), total };
      },
    }),
    action(contracts.deleteDeliveryToken, {
      find: ({ auth }, { id }) => requireProjectOfToken(host.read, auth.accountId, id),
      allow: ofOwner,
      run: async (_context, { id }) => {
        if (!(await host.transact((tx) => deleteToken(tx, id)))) throw unknownToken();
        return { ok: true as const };
      },
    }),
  ];
};
