import { adminLoadService, adminReloadService, adminUnloadService } from "../../contracts/operations.js";
import { type Action, action } from "../../runtime/actions/action.js";
import type { EdgePart } from "../../runtime/actions/area.js";
import type { Host } from "../../runtime/process/host.js";
import { changeArea } from "./change-area.js";

/** Makes the actions that change areas at run time. */
export const areaChanges = (host: Pick<Host, "transact" | "log" | "nodes">): Action[] => [
  action(adminLoadService, { run: (_context, given) => changeArea(host, "load", given) }),
  action(adminUnloadService, { run: (_context, given) => changeArea(host, "unload", given) }),
  action(adminReloadService, { run: (_context, given) => changeArea(host, "reload", given) }),
];

/**
 * Makes the part of the area that every gateway runs: this area can be unloaded too, and has to be loaded
 * again by some process.
 */
export const operationsEdge = (host: Pick<Host, "transact" | "log" | "nodes">): EdgePart => ({
  actions: areaChanges(host),
  routes: [],
});
