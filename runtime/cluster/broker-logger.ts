import { EventEmitter } from "node:events";
import { inspect } from "node:util";
import { Loggers } from "moleculer";
import type { Logger } from "../process/log.js";
import { withRemedy } from "./nats-remedy.js";

type Bindings = { mod?: string };

/** Hands the broker's log lines to the process's log. */
export class BrokerLogger extends Loggers.Base<object> {
  readonly #log: Logger;

  constructor(log: Logger) {
    super({});
    this.#log = log;
  }

  override getLogHandler(bindings?: Bindings) {
    const child = this.#log.child({ broker: bindings?.mod ?? "broker" });
    // Every call of an action says something at debug: a level that is not written has no listener, so nobody pays for it.
    const lines = new EventEmitter();
    for (const type of LEVELS) {
      // The broker narrates its start at info; that is our debug.
      const level = type === "info" ? "debug" : type;
      if (child.isLevelEnabled(level))
        lines.on(type, (args: unknown[]) => child[level](withRemedy(args.map(textOf).join(" "))));
    }
    // An emitter throws an error that nobody hears.
    if (!child.isLevelEnabled("error")) lines.on("error", () => {});
    return lines.emit.bind(lines);
  }
}

const LEVELS = ["fatal", "error", "warn", "info", "debug", "trace"] as const;

function textOf(part: unknown): string {
  if (part instanceof Error) return part.stack ?? part.message;
  return typeof part === "string" ? part : inspect(part, { depth: 2, breakLength: Infinity });
}
