import cluster from "node:cluster";
import { mapTraces } from "./runtime/errors/map-traces.js";

mapTraces();
const { isSupervised } = await import("./runtime/config/is-supervised.js");
// with PROCESSES this process only starts the others, which come here again
if (cluster.isPrimary && isSupervised(process.env)) await import("./supervise.js");
else await import("./serve.js");
