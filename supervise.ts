import { ConfigError, loadConfig } from "./runtime/config/load-config.js";
import { traceOf } from "./runtime/errors/reason-of.js";
import { makeLog } from "./runtime/process/log.js";
import { StartFailed, Supervisor } from "./runtime/process/supervisor/supervisor.js";

let supervisor: Supervisor | null = null;
let isStopping = false;

/** Ends all processes, and then this one, within DRAIN_SECONDS. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await supervisor?.stop();
  process.exit(0);
}

process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
process.on("SIGHUP", () => void supervisor?.reload());

try {
  const config = loadConfig(process.env);
  const log = makeLog(config.logLevel, config.logFormat);
  supervisor = new Supervisor({ count: config.processes, drainMs: config.drainMs, log });
  await supervisor.start();
  log.info(`${config.processes} processes share the port.`);
} catch (error) {
  if (!isStopping) {
    if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
    // the process that failed has said why
    else if (!(error instanceof StartFailed))
      process.stderr.write(`Kiln could not start: ${traceOf(error)}\n`);
    process.exit(1);
  }
}
