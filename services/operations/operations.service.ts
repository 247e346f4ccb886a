import {
  adminListNodes,
  adminListPlugins,
  adminListServices,
  adminListTasks,
  adminLoadService,
  adminReloadPlugin,
  adminReloadService,
  adminUnloadService,
} from "../../contracts/operations.js";
import { action } from "../../runtime/action.js";
import type { AreaFactory } from "../../runtime/area.js";
import { changeArea } from "./change-area.js";
import { listServices } from "./list-services.js";
import { listTasks } from "./list-tasks.js";
import { listPlugins, reloadPlugin } from "./plugins.js";

/** What an operator does with processes: plugins, areas, tasks. */
const operations: AreaFactory = (host) => ({
  name: "operations",
  actions: [
    action(adminListPlugins, { run: async () => ({ plugins: await listPlugins(host) }) }),
    action(adminReloadPlugin, {
      run: async (_context, { name }) => ({ plugins: await reloadPlugin(host, name) }),
    }),
    action(adminListNodes, {
      run: async () => ({
        nodes: (await host.nodes.listOrSelf()).map(
          ({ id, hostname, pid, uptimeSeconds, memoryBytes, services, plugins }) => ({
            id,
            hostname,
            pid,
            uptimeSeconds,
            memoryBytes,
            services: [...services],
            plugins: plugins.filter(({ status }) => status === "loaded").map(({ name }) => name),
          }),
        ),
      }),
    }),
    action(adminListServices, { run: async () => ({ services: await listServices(host) }) }),
    action(adminLoadService, { run: (_context, given) => changeArea(host, "load", given) }),
    action(adminUnloadService, { run: (_context, given) => changeArea(host, "unload", given) }),
    action(adminReloadService, { run: (_context, given) => changeArea(host, "reload", given) }),
    action(adminListTasks, { run: (_context, page) => listTasks(host, page) }),
  ],
});
export default operations;
