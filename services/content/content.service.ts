import { contentProjectDeleted } from "../../contracts/project-cascade.js";
import { action } from "../../runtime/action.js";
import type { AreaFactory } from "../../runtime/area.js";
import { forgetProject } from "./forget-project.js";
import { startSweep, sweepChanges } from "./sweep-changes.js";

/** Types, documents and their drafts, revisions, locale settings, publishing. */
const content: AreaFactory = (host) => ({
  name: "content",
  actions: [
    action(contentProjectDeleted, { run: (_context, { projectId }) => forgetProject(host, projectId) }),
  ],
  tasks: [sweepChanges(host)],
  started: () => startSweep(host),
});
export default content;
