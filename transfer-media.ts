/**
 * The process that carries media (runtime/process/media-transfer, ADR-0008): it opens the same store as
 * the server that started it, does its transfers, and ends with it.
 */
import { builtInStorage } from "./built-in-storage.js";
import { runTransfers } from "./runtime/process/media-transfer/run-transfers.js";
import type { OrderMessage } from "./runtime/process/media-transfer/messages.js";
import { loadConfig } from "./runtime/config/load-config.js";
import { networkPolicy } from "./runtime/http/guarded-fetch/index.js";
import { goBehindServer } from "./runtime/process/helper-process.js";
import { loadKeys } from "./runtime/secrets/keys.js";
import { reasonOf } from "./runtime/errors/reason-of.js";

const config = loadConfig(process.env);
const keys = loadKeys(config);
const warn = (message: string) => void process.stderr.write(`${message}\n`);
const store = builtInStorage(config.storageUrl);
if (store === null) throw new Error(`${config.storageUrl} is of no store that comes with Kiln.`);
const { driver } = await store.open(new URL(config.storageUrl), {
  env: config.env,
  // Links are signed by the server.
  baseUrl: config.baseUrl ?? "",
  dataDir: config.dataDir,
  deriveKey: (purpose) => keys.derive(purpose),
  log: { info: () => {}, warn },
});

goBehindServer();
const take = runTransfers(driver, networkPolicy(config), (message) => process.send?.(message, () => {}));
process.on("message", (order: OrderMessage) => take(order));
process.once("disconnect", () => process.exit());
// A signal to a whole group (by a terminal, a service manager) is meant for the server, which drains.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("unhandledRejection", (reason) =>
  warn(`an unhandled rejection while carrying media: ${reasonOf(reason)}`),
);
