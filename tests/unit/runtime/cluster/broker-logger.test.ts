import test from "ava";
import { pino } from "pino";
import { BrokerLogger } from "../../../../runtime/cluster/broker-logger.js";

/** The lines that a broker's log has at a level of ours, when it says something at each of its own. */
function linesAt(level: string): string[] {
  const lines: string[] = [];
  const log = pino({ level }, { write: (line: string) => void lines.push(line) });
  const handle = new BrokerLogger(log as never).getLogHandler({ mod: "registry" });
  for (const type of ["fatal", "error", "warn", "info", "debug", "trace"])
    handle(type, ["said", { at: type }]);
  return lines.map((line) => {
    const {
      level: written,
      broker,
      msg,
    } = JSON.parse(line) as { level: number; broker: string; msg: string };
    return `${log.levels.labels[written]} ${broker} ${msg}`;
  });
}

test("the broker's lines are written at their levels, and its info is our debug", (t) => {
  t.deepEqual(linesAt("debug"), [
    "fatal registry said { at: 'fatal' }",
    "error registry said { at: 'error' }",
    "warn registry said { at: 'warn' }",
    "debug registry said { at: 'info' }",
    "debug registry said { at: 'debug' }",
  ]);
});

test("what is below our level is not written, also an error", (t) => {
  t.is(linesAt("info").length, 3);
  t.deepEqual(linesAt("fatal"), ["fatal registry said { at: 'fatal' }"]);
  t.deepEqual(linesAt("silent"), []);
});
