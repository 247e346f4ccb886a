import { inspect } from "node:util";
import { Loggers } from "moleculer";
import type { Logger } from "../process/log.js";
import { withRemedy } from "./nats-remedy.js";

type Bindings = { mod?: string };

/** Passes the broker's log lines to the process's log. */
export class BrokerLogger extends Loggers.Base<object> {
  readonly #log: Logger;

  constructor(log: Logger) {
    super({});
    this.#log = log;
  }

  override getLogHandler(bindings?: Bindings) {
    const child = this.#log.child({ broker: bindings?.mod ?? "broker" });
    return (type: string, args: unknown[]) => {
      // The broker logs its start at info, which is debug in Kiln's log.
      const level = type === "info" ? "debug" : type;
      // The broker logs every call at debug, so a line that is not written must not be formatted either.
      if (!child.isLevelEnabled(level)) return;
      const write = child[level as "debug" | "warn" | "error" | "fatal" | "trace"];
      write.call(child, withRemedy(args.map(textOf).join(" ")));
    };
  }
}

function textOf(part: unknown): string {
  if (part instanceof Error) return part.stack ?? part.message;
  return typeof part === "string" ? part : inspect(part, { depth: 2, breakLength: Infinity });
}
