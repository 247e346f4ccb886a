import { webhooksProjectDeleted } from "../../contracts/project-cascade.js";
import { action } from "../../runtime/action.js";
import type { AreaFactory } from "../../runtime/area.js";
import { forgetProject } from "./forget-project.js";

/** Webhook records, and the way of content events to them. */
const webhooks: AreaFactory = (host) => ({
  name: "webhooks",
  actions: [
    action(webhooksProjectDeleted, { run: (_context, { projectId }) => forgetProject(host, projectId) }),
  ],
});
export default webhooks;
