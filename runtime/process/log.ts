import { createRequire } from "node:module";
import { pino, type Logger } from "pino";
import type Pretty from "pino-pretty";
import { loggedError } from "./logged-error.js";

export type { Logger } from "pino";

/**
 * Creates the process's log on standard output. If the machine runs several processes, each line has the
 * number of its process. Credentials never belong in the log.
 */
export function makeLog(level: string, format: "pretty" | "json", number?: number): Logger {
  const options = {
    level,
    base: number === undefined ? null : { process: number },
    serializers: { err: loggedError },
  };
  if (format === "json") return pino(options);
  // The module is loaded only for logs that people read: a log for programs does not need its 29 modules.
  const { default: pretty } = createRequire(import.meta.url)("pino-pretty") as { default: typeof Pretty };
  return pino(options, pretty({ colorize: process.stdout.isTTY, ignore: "pid,hostname", sync: true }));
}
