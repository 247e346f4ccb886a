import test from "ava";
import { AvaReading } from "../../run/ava-reading.js";

const FILES = ["dist/tests/unit/a/one.test.js", "dist/tests/unit/b/two.test.js"];

function read(lines: readonly string[], exitCode: number, files = FILES) {
  const reading = new AvaReading(files);
  const shown = lines.map((line) => reading.read(line)).filter((line) => line !== null);
  return { shown, total: reading.end(exitCode), of: (file: string) => reading.counts.get(file) };
}

test("passing tests are counted for their file and not shown, nor what they log", (t) => {
  const { shown, total, of } = read(
    ["  ✔ a › one › adds", "    ℹ a note", "  ✔ b › two › adds (1.2s)", "  ✔ a › one › takes › away"],
    0,
  );
  t.deepEqual(shown, []);
  t.deepEqual(total, { passed: 3, failed: 0, skipped: 0 });
  t.is(of("dist/tests/unit/a/one.test.js")?.passed, 2);
});

test("a failing test is counted and shown with what belongs to it", (t) => {
  const lines = ["  ✘ [fail]: b › two › adds 1 is not 2", "", "  Difference:", "    - 1"];
  const { shown, total, of } = read(lines, 1);
  t.deepEqual(shown, lines);
  t.is(total.failed, 1);
  t.is(of("dist/tests/unit/b/two.test.js")?.failed, 1);
});

test("a file that dies, hangs or holds no test is a failure", (t) => {
  for (const line of [
    "  ✘ dist/tests/unit/a/one.test.js exited with a non-zero exit code: 1",
    "\u00a0✘ Timed out while running tests",
    "  ✘ No tests found in dist/tests/unit/a/one.test.js",
    "  ✘ 2 tests remaining in dist/tests/unit/a/one.test.js",
  ]) {
    t.is(read([line], 1).total.failed, 1, line);
  }
});

test("a fault that no line told still fails", (t) => {
  t.deepEqual(read(["  ✔ a › one › adds"], 1).total, { passed: 1, failed: 1, skipped: 0 });
});

test("skipped tests are counted apart and shown", (t) => {
  const { shown, total } = read(["  - [skip] a › one › later", "  - [todo] a › one › some day"], 0);
  t.is(total.skipped, 2);
  t.is(shown.length, 2);
});

test("titles of a single file carry no file name", (t) => {
  const file = "dist/tests/unit/a/one.test.js";
  t.is(read(["  ✔ adds", "  ✔ sums › up"], 0, [file]).of(file)?.passed, 2);
});
