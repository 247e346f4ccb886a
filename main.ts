import cluster from "node:cluster";
import { setSourceMapsSupport } from "node:module";

// before anything is loaded, and not of node_modules: theirs would take 10 MB
setSourceMapsSupport(true, { nodeModules: false });
const { isSupervised } = await import("./runtime/config/is-supervised.js");
// with PROCESSES this process only starts the others, which come here again
if (cluster.isPrimary && isSupervised(process.env)) await import("./supervise.js");
else await import("./serve.js");
