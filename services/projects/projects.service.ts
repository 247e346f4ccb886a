import { resolvePayer } from "../../contracts/projects.js";
import { action } from "../../runtime/action.js";
import type { AreaFactory } from "../../runtime/area.js";
import { payerOf } from "./payer-of.js";

const projects: AreaFactory = (host) => ({
  name: "projects",
  actions: [
    action(resolvePayer, { run: (context, { projectId }) => payerOf(host, context.auth, projectId) }),
  ],
});
export default projects;
