import { pino, type Logger } from "pino";
import pretty from "pino-pretty";
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
  return pino(options, pretty({ colorize: process.stdout.isTTY, ignore: "pid,hostname", sync: true }));
}
