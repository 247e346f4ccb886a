import { getSettings as contract } from "../../../../contracts/content-settings.js";
import { projectOf, projectParam } from "../../project-of.js";
import { defineTool, LOOKS } from "../../tool.js";

export const getContentSettings = defineTool({
  name: "get_content_settings",
  title: "Get content settings",
  description:
    "The locales of a project, its default locale and fallbacks, and its translation settings: tone of voice, model, whether a publish is followed by translations.",
  contract,
  input: contract.params.extend({ projectId: projectParam }),
  annotations: LOOKS,
  run: async (call, { projectId }) => call.call(contract, { projectId: await projectOf(call, projectId) }),
});
