import test from "ava";
import { makeFault } from "../../../../runtime/process/fault.js";

test.serial("a fault fires at its point, at the time that it is armed for", (t) => {
  const sent: unknown[] = [];
  const kill = process.kill.bind(process);
  t.teardown(() => (process.kill = kill));
  process.kill = (_pid, signal) => {
    sent.push(signal);
    return true;
  };
  const fault = makeFault("a.b=stop@2");
  fault?.("other");
  fault?.("a.b");
  t.deepEqual(sent, []);
  fault?.("a.b");
  fault?.("a.b");
  t.deepEqual(sent, ["SIGSTOP"]);
  makeFault("a.b")?.("a.b");
  t.deepEqual(sent, ["SIGSTOP", "SIGKILL"]);
  t.is(makeFault(null), null);
});
