import * as contracts from "../../contracts/content-settings.js";
import { type Action, action } from "../../runtime/actions/action.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { readSettings } from "./settings/settings.repository.js";
import { requireProject } from "./content.policy.js";
import { checkModel } from "./settings/check-model.js";
import { presentSettings } from "./settings/present-settings.js";
import { updateSettings } from "./settings/update-settings.js";

/** Returns the actions on a project's locales and its settings of translation. */
export function settingsActions(host: Host): Action[] {
  const find = ({ auth }: ActionContext, { projectId }: { projectId: string }) =>
    requireProject(host.read, auth.accountId, projectId);
  return [
    action(contracts.getSettings, {
      find,
      run: async (_context, { projectId }) => ({
        settings: presentSettings(await readSettings(host.read, projectId)),
      }),
    }),
    action(contracts.updateSettings, {
      find,
      run: async (context, params) => {
        const { translationModel } = await readSettings(host.read, params.projectId);
        await checkModel(context, params.translation?.model, translationModel);
        const settings = await updateSettings(host, context.auth.accountId, params);
        return { settings: presentSettings(settings) };
      },
    }),
  ];
}
