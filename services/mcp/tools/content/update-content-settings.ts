import { updateSettings as contract } from "../../../../contracts/content-settings.js";
import { projectOf, projectParam } from "../../project-of.js";
import { defineTool } from "../../tool.js";

export const updateContentSettings = defineTool({
  name: "update_content_settings",
  title: "Change content settings",
  description:
    "Changes what is given. locales replaces the whole list, so read the settings first; values in a locale that goes stay stored and are not delivered.",
  contract,
  input: contract.params.extend({
    projectId: projectParam,
    defaultLocale: contract.params.shape.defaultLocale.describe("Code of one of the locales."),
    locales: contract.params.shape.locales.describe(
      "The whole list: code, and title, fallback, required where needed.",
    ),
    translation: contract.params.shape.translation.describe(
      "brief, autoTranslateOnPublish, model; what is left out stays.",
    ),
  }),
  annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  run: async (call, { projectId, ...change }) =>
    call.call(contract, { ...change, projectId: await projectOf(call, projectId) }),
});
