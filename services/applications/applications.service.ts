import {
  composeApplication,
  findApplication,
  listApplications,
  runApplication as runContract,
} from "../../contracts/applications.js";
import { action } from "../../runtime/actions/action.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import { composeParams } from "./compose-params.js";
import { allowRun, findRun } from "./applications.policy.js";
import { replayRun, runApplication } from "./run-application.js";
import { findServed, servedApplications } from "./served-applications.js";

/**
 * The area of Applications, which are curated requests to models: their list, and their runs as generation
 * jobs.
 */
const applications: AreaFactory = (host) => ({
  name: "applications",
  actions: [
    action(listApplications, {
      run: async (context, { limit, offset }) => {
        const served = await servedApplications(host, context);
        const views = served.applications.map(({ view }) => view);
        return {
          applications: views.slice(offset, limit === undefined ? undefined : offset + limit),
          collections: served.collections,
          total: views.length,
        };
      },
    }),
    action(runContract, {
      find: (context, params) => findRun(host, context, params),
      allow: allowRun,
      run: (context, params, subject) => runApplication(host, context, params, subject),
      replay: (context, id) => replayRun(host, context, id),
    }),
    action(findApplication, {
      run: async (context, { id }) => ({ modelId: (await findServed(host, context, id)).model.id }),
    }),
    action(composeApplication, {
      run: async (context, { id, ...body }) => ({
        params: composeParams(await findServed(host, context, id), body),
      }),
    }),
  ],
});
export default applications;
