import { createRequire } from "node:module";
import { pino, type Logger } from "pino";
import type Pretty from "pino-pretty";
import { loggedError } from "./logged-error.js";

export type { Logger } from "pino";

/** The process's log on standard output; of one of several, each line has its number. Credentials never belong in it. */
export function makeLog(level: string, format: "pretty" | "json", number?: number): Logger {
  const options = {
    level,
    base: number === undefined ? null : { process: number },
    serializers: { err: loggedError },
  };
  if (format === "json") return pino(options);
  // Loaded by who reads the log: a record for programs needs none of its 29 modules.
  const { default: pretty } = createRequire(import.meta.url)("pino-pretty") as { default: typeof Pretty };
  return pino(options, pretty({ colorize: process.stdout.isTTY, ignore: "pid,hostname", sync: true }));
}
