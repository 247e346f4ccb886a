import test from "ava";
import { mapTraces } from "../../../../runtime/errors/map-traces.js";

const before = Error.prepareStackTrace;
test.beforeEach(() => mapTraces());
test.afterEach.always(() => {
  Error.prepareStackTrace = before;
});

const load = (code: string, name: string): Promise<unknown> =>
  import(`data:text/javascript,${encodeURIComponent(`${code}//${name}`)}`);

test.serial("a trace names the source and its line, and begins with what the error says", (t) => {
  class OddError extends TypeError {
    override readonly name = "OddError";
  }
  function raise(): never {
    throw new OddError("This is odd.");
  }
  const { stack = "" } = t.throws(raise, { instanceOf: OddError });
  const [head, first] = stack.split("\n");
  t.is(head, "OddError: This is odd.");
  t.regex(first ?? "", /^ {4}at raise \(.*\/tests\/unit\/runtime\/errors\/map-traces\.test\.ts:18:11\)$/);
});

test.serial("a frame of a library, or of what has no map, stays as it is", async (t) => {
  const error = await t.throwsAsync(load("throw new Error('no map');", "x"));
  const [head, first] = (error?.stack ?? "").split("\n");
  t.is(head, "Error: no map");
  t.regex(first ?? "", /^ {4}at data:text\/javascript,/);
  t.regex(error?.stack ?? "", /at .*node:internal\//);
});

test.serial("what cannot be said of an error costs no trace", (t) => {
  const odd = Object.defineProperty(new Error("x"), "message", {
    get: () => {
      throw new Error("unreadable");
    },
  });
  t.regex(odd.stack ?? "", /^Error\n {4}at /);
});
