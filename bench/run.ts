/**
 * `npm run bench [-- [--strict] [--large] [part …]]` measures Kiln beside the least that a server could do, and prints one table.
 * It reports and exits with 0. With `--strict` a miss, or a part left out, is exit code 1.
 */
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type Figure, isMiss, type LeftOut, table } from "./figure.js";
import { audit } from "./parts/audit.js";
import { content } from "./parts/content.js";
import { delivery } from "./parts/delivery.js";
import { generations } from "./parts/generations.js";
import { http } from "./parts/http.js";
import { imports } from "./parts/imports.js";
import { jobs } from "./parts/jobs.js";
import { local } from "./parts/local.js";
import { mcp } from "./parts/mcp.js";
import { pages } from "./parts/console.js";
import { queue } from "./parts/queue.js";
import { documentIndex } from "./parts/document-index.js";
import { start } from "./parts/start.js";
import { uploads } from "./parts/upload.js";
import { workflows } from "./parts/workflows.js";
import { stopSurroundings } from "./surroundings.js";

const PARTS = [
  http,
  mcp,
  generations,
  jobs,
  queue,
  local,
  workflows,
  audit,
  content,
  documentIndex,
  delivery,
  uploads,
  imports,
  start,
  pages,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { strict: { type: "boolean" }, large: { type: "boolean" } },
});
const isLarge = values.large === true;
const names = PARTS.map(({ name }) => name);
const unknown = positionals.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}"; there are ${names.join(", ")}.`);
  process.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void stopSurroundings().finally(() => process.exit(130)));
}

const figures: Figure[] = [];
const leftOut: LeftOut[] = [];
try {
  for (const part of PARTS) {
    if (positionals.length > 0 && !positionals.includes(part.name)) continue;
    console.error(`${part.name} …`);
    try {
      figures.push(...(await part.run((name, reason) => leftOut.push({ name, reason }), { isLarge })));
    } catch (error) {
      console.error(error);
      leftOut.push({ name: part.name, reason: "it failed, see above" });
    }
  }
} finally {
  await stopSurroundings();
}

const load = loadavg()[0]?.toFixed(1);
console.log(`
Node ${process.versions.node} on ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "unknown"}, load average ${load} at the end.

${table(figures)}`);
for (const { name, reason } of leftOut) console.log(`\nLEFT OUT: ${name} (${reason})`);
const misses = figures.filter(isMiss);
if (misses.length > 0) console.log(`\nMissed: ${misses.map(({ name }) => name).join("; ")}`);
process.exitCode = values.strict && misses.length + leftOut.length > 0 ? 1 : 0;
