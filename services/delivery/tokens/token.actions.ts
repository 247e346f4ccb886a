import * as contracts from "../../../contracts/delivery-tokens.js";
import { DeliveryToken } from "../../../entities/delivery-token.js";
import { type Action, action } from "../../../runtime/action.js";
import type { ActionContext } from "../../../runtime/context.js";
import type { Host } from "../../../runtime/host.js";
import { type ProjectSeen, requireSeen } from "../../projects/index.js";
import { createToken } from "./create-token.js";
import { presentToken } from "./present-token.js";
import { tokenUseOf } from "./token-use.js";
import { ownerOnly, requireProjectOfToken, unknownToken } from "./token.policy.js";

const ofOwner = (_context: unknown, _params: unknown, seen: ProjectSeen) => ownerOnly(seen);

/** Delivery tokens of a project: what opens its delivery routes (spec: Delivery tokens). */
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
        const [tokens, total] = await Promise.all([
          host.read.find(
            DeliveryToken,
            { projectId },
            { order: { createdAt: "DESC", id: "DESC" }, limit, offset },
          ),
          host.read.count(DeliveryToken, { projectId }),
        ]);
        return { tokens: tokens.map((token) => presentToken(token, pending.get(token.id))), total };
      },
    }),
    action(contracts.deleteDeliveryToken, {
      find: ({ auth }, { id }) => requireProjectOfToken(host.read, auth.accountId, id),
      allow: ofOwner,
      run: async (_context, { id }) => {
        if ((await host.transact((tx) => tx.delete(DeliveryToken, { id }))) === 0) throw unknownToken();
        return { ok: true as const };
      },
    }),
  ];
};
