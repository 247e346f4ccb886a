import { translationProjectDeleted } from "../../contracts/project-cascade.js";
import { action } from "../../runtime/action.js";
import type { AreaFactory } from "../../runtime/area.js";
import { forgetProject } from "./forget-project.js";

/** Machine translation of documents and of whole projects. */
const translation: AreaFactory = (host) => ({
  name: "translation",
  actions: [
    action(translationProjectDeleted, { run: (_context, { projectId }) => forgetProject(host, projectId) }),
  ],
});
export default translation;
