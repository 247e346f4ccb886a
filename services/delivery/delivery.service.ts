import { deliveryProjectDeleted } from "../../contracts/project-cascade.js";
import { action } from "../../runtime/action.js";
import type { AreaFactory } from "../../runtime/area.js";
import { forgetProject } from "./forget-project.js";
import { tokenActions } from "./tokens/token.actions.js";

/** Read-only content for readers: tokens, REST and GraphQL over the read model. */
const delivery: AreaFactory = (host) => ({
  name: "delivery",
  actions: [
    ...tokenActions(host),
    action(deliveryProjectDeleted, { run: (_context, { projectId }) => forgetProject(host, projectId) }),
  ],
});
export default delivery;
