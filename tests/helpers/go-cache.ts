import { join } from "node:path";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";

/**
 * Cache folder of the Go compiler, shared by the programs of a run and by later runs: compiling a library as large as Sprig takes
 * 4 s of processor time.
 */
export const GO_CACHE = process.env.GOCACHE ?? join(PACKAGE_ROOT, "node_modules/.cache/kiln-go");
