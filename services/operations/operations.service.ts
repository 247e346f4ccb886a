import {
  adminListNodes,
  adminListPlugins,
  adminListServices,
  adminListTasks,
  adminReloadPlugin,
} from "../../contracts/operations.js";
import { action } from "../../runtime/actions/action.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import { listServices } from "./list-services.js";
import { listTasks } from "./list-tasks.js";
import { areaChanges } from "./operations-edge.js";
import { presentNode } from "./present-node.js";
import { reloadPlugin, surveyPlugins } from "./plugins.js";

/** The area of an operator's work with processes: plugins, areas, tasks. */
const operations: AreaFactory = (host) => ({
  name: "operations",
  actions: [
    action(adminListPlugins, { run: () => surveyPlugins(host) }),
    action(adminReloadPlugin, {
      run: async (_context, { name }) => ({ plugins: await reloadPlugin(host, name) }),
    }),
    action(adminListNodes, {
      run: async () => {
        const { nodes, silent } = await host.nodes.surveyOrSelf();
        return { nodes: nodes.map(presentNode), silent };
      },
    }),
    action(adminListServices, { run: async () => ({ services: await listServices(host) }) }),
    // These serve commands and other services; REST has them from the gateway's own part.
    ...areaChanges(host),
    action(adminListTasks, { run: (_context, page) => listTasks(host, page) }),
  ],
});
export default operations;
