import { deliveryProjectDeleted } from "../../contracts/project-cascade.js";
import { queryDocuments } from "../../contracts/delivery.js";
import { action } from "../../runtime/actions/action.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import { graphqlRoute } from "./graphql/graphql-route.js";
import { requireSeen } from "../projects/index.js";
import { queryAsMember } from "./rest/query-as-member.js";
import { deliveryRoutes } from "./rest/delivery-routes.js";
import { ContentCache, memoryGauges } from "./serving/content-cache.js";
import { tokenAuthenticatorOf } from "./tokens/authenticate-token.js";
import { tokenActions } from "./tokens/token.actions.js";
import { deleteTokensOfProject } from "./tokens/token.repository.js";

/** The area of read-only content for readers: tokens, REST and GraphQL over the document index. */
const delivery: AreaFactory = (host) => {
  if (!host.hosted.has("gateway"))
    host.log.warn(
      "SERVICES names delivery without gateway: readers are served where both run in one process.",
    );
  const cache = new ContentCache(host);
  const hide: (() => void)[] = [];
  return {
    name: "delivery",
    actions: [
      ...tokenActions(host),
      action(queryDocuments, {
        find: ({ auth }, { projectId }) => requireSeen(host.read, auth.accountId, projectId),
        run: (_context, query, seen) => queryAsMember(cache, seen, query),
      }),
      action(deliveryProjectDeleted, {
        run: (_context, { projectId }) => deleteTokensOfProject(host, projectId),
      }),
    ],
    edge: [...deliveryRoutes(cache), graphqlRoute(cache)],
    started: async () => void hide.push(...memoryGauges(cache).map((gauge) => host.gauges.show(gauge))),
    stopped: async () => {
      for (const each of hide.splice(0)) each();
      await cache.close();
      if (host.draining.aborted) await tokenAuthenticatorOf(host).close();
    },
  };
};
export default delivery;
