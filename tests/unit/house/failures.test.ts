import test from "ava";
import { AvaReading } from "../../run/ava-reading.js";
import { failureLines, type Failure } from "../../run/failures.js";

const FILES = ["dist/tests/unit/a/one.test.js", "dist/tests/unit/b/two.test.js"];

function failuresOf(lines: readonly string[], groups: ConstructorParameters<typeof AvaReading>[1] = []) {
  const reading = new AvaReading(FILES, groups);
  for (const line of lines) reading.read(line);
  reading.end(1);
  return reading.failures();
}

test("details go to the test that they belong to, without the excerpt and with the first lines of the stack", (t) => {
  const failures = failuresOf([
    "  ✘ [fail]: b › two › adds 1 is not 2",
    "  ✘ [fail]: a › one › adds up to ten",
    "  ✔ a › one › takes away",
    "  ─",
    "",
    "  b › two › adds",
    "",
    "  tests/unit/b/two.test.ts:7",
    "",
    "   6: test(",
    "   7:   t.is(1, 2);",
    "",
    "  1 is not 2",
    "",
    "  › file:///two.test.ts:7:3",
    "  › next (file:///inside.js:1:1)",
    "  › then (file:///inside.js:2:1)",
    "  › last (file:///inside.js:3:1)",
    "",
    "  a › one › adds up to ten",
    "",
    "  Error: none",
    "  ─",
    "",
    "  2 tests failed",
  ]);
  t.deepEqual(failures, [
    {
      file: FILES[1],
      title: "b › two › adds",
      lines: [
        "tests/unit/b/two.test.ts:7",
        "1 is not 2",
        "› file:///two.test.ts:7:3",
        "› next (file:///inside.js:1:1)",
        "› then (file:///inside.js:2:1)",
      ],
    },
    { file: FILES[0], title: "a › one › adds up to ten", lines: ["Error: none"] },
  ]);
});

test("a test of a group is named as its file is, and one that never ran says so", (t) => {
  const members = ["dist/tests/http/a.test.js", "dist/tests/http/b.test.js"];
  const group = { file: "dist/groups/1/group-01.test.js", members, unfinished: () => members };
  const failures = failuresOf(
    [
      "  ✘ [fail]: groups › 1 › group-01 › http › a › says no",
      "  ─",
      "  groups › 1 › group-01 › http › a › says no",
      "  no",
    ],
    [group],
  );
  t.deepEqual(failures, [
    { file: members[0], title: "http › a › says no", lines: ["no"] },
    {
      file: members[1],
      title: "It never ran: an earlier file ended the process that they share, or did not end itself.",
      lines: [],
    },
  ]);
});

test("a failure that AVA does not tell of is in the box", (t) => {
  t.deepEqual(failuresOf([]), [
    { file: "(no file)", title: "It failed, and AVA's report does not say why.", lines: [] },
  ]);
});

test("the box names a file once, and cuts long lines and long lists", (t) => {
  const failure = (file: string, title: string): Failure => ({ file, title, lines: ["because"] });
  t.deepEqual(
    failureLines([
      failure("dist/tests/a.test.js (http on SQLite)", "one"),
      failure("dist/tests/b.test.js", "two"),
      failure("dist/tests/a.test.js (http on SQLite)", "three"),
    ]),
    [
      "tests/a.test.ts (http on SQLite)",
      "  ✘ one",
      "      because",
      "  ✘ three",
      "      because",
      "tests/b.test.ts",
      "  ✘ two",
      "      because",
    ],
  );
  const many = failureLines(Array.from({ length: 70 }, () => failure("a", "x".repeat(500))));
  t.is(many.at(-1), "… and 10 more");
  t.is(Math.max(...many.map((line) => line.length)), 160);
});
