import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Studio } from "./studio.js";

const processors = Math.max(1, availableParallelism());
const TOTAL_MB = 300;

/** The studio of this process. Several servers in one process (as in tests) share it. */
export const studio = new Studio({
  // Two processes a lane let the works of two accounts run side by side; more processes than processors would
  // only slow all works down.
  processes: { quick: Math.min(4, Math.max(2, processors)), long: Math.min(4, Math.max(2, processors - 1)) },
  totalMb: TOTAL_MB,
});
export { Studio } from "./studio.js";
export { StudioError } from "./studio-error.js";
export { makeWorkFolder, removeLeftFolders } from "./work-folder.js";
export { Refusal } from "./refusal.js";
export type { ScriptContext } from "./messages.js";
export type { Limits, StudioWork } from "./studio.js";

/**
 * Returns the address of a work's script that lies beside the module that orders it, from sources and from
 * dist.
 */
export const scriptBeside = ({ url, filename }: ImportMeta, name: string): string =>
  new URL(`${name}${extname(filename)}`, url).href;
