import { join } from "node:path";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";

/** Where the compiler of Go keeps what it has compiled, for the other programs of a run and for the next run: a library as large as Sprig takes it 4 s of a processor. */
export const GO_CACHE = process.env.GOCACHE ?? join(PACKAGE_ROOT, "node_modules/.cache/kiln-go");
