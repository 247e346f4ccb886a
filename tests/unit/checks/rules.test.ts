import test from "ava";
import { checkRules } from "../../../checks/rules.js";

const page = (...sentences: string[]) => ({
  path: "docs/rules/billing.md",
  text: sentences.map((sentence, at) => `${at + 1}. <a id="${at + 1}"></a>${sentence}`).join("\n"),
});
const messages = (...files: { path: string; text: string }[]) =>
  checkRules(files).map(({ path, line, message, isWarning }) => ({ path, line, message, isWarning }));

test("a citation of a rule that does not exist is a problem, in code and in tests", (t) => {
  const proof = { path: "tests/unit/billing/a.test.ts", text: 'test("(rules/billing 1)")' };
  const code = { path: "services/billing/a.ts", text: "\n// rules/billing 1 and 3\n// rules/bills 1" };
  t.deepEqual(messages(page("Credits are whole."), proof, code), [
    { path: code.path, line: 2, message: "rules/billing 3 is no rule", isWarning: undefined },
    { path: code.path, line: 3, message: "rules/bills 1 is no rule", isWarning: undefined },
  ]);
});

test("a citation may go on in the next line of a comment, and names each rule from one to another", (t) => {
  const proof = { path: "tests/unit/billing/a.test.ts", text: 'test("(rules/billing 1 to 3)")' };
  const three = page("One.", "Two.", "Three.");
  t.deepEqual(messages(three, proof), []);
  for (const text of [
    "/**\n * Credits (rules/billing\n * 4).\n */",
    "// Credits (rules/billing 1,\n// 4).",
    "// rules/billing 2 to 4",
    "// rules/billing 1 and 3 to 4",
  ])
    t.deepEqual(
      messages(three, proof, { path: "services/billing/a.ts", text }).map(({ message }) => message),
      ["rules/billing 4 is no rule"],
      text,
    );
});

test("citations in pages are checked as those in code are", (t) => {
  const text = "Credits are whole (rules/billing 2, ADR-0012).";
  const proof = { path: "tests/unit/billing/a.test.ts", text: 'test("(rules/billing 1)")' };
  t.deepEqual(
    messages(page("One."), proof, { path: "docs/billing.md", text }).map(({ message }) => message),
    ["ADR-0012 is no page of docs/decisions", "rules/billing 2 is no rule"],
  );
});

test("a rule that no test cites is named, and a citation in code is no proof", (t) => {
  const proof = { path: "tests/http/billing/a.test.ts", text: 'test("held once (rules/billing 1, 3)")' };
  const code = { path: "services/billing/a.ts", text: "// rules/billing 2" };
  t.deepEqual(messages(page("One.", "Two.", "Three.", "Four."), proof, code), [
    { path: "docs/rules/billing.md", line: undefined, message: "no test cites 2, 4", isWarning: undefined },
  ]);
});

test("a rule that was given up needs no test and cannot be cited", (t) => {
  const code = { path: "services/billing/a.ts", text: "// rules/billing 1" };
  t.deepEqual(messages(page("Given up.")), []);
  t.like(messages(page("Given up."), code), [{ message: "rules/billing 1 is no rule" }]);
});

test("rules are numbered without gaps, and each has the anchor of its number", (t) => {
  const text = '1. <a id="1"></a>One.\n3. <a id="2"></a>Three.';
  t.deepEqual(
    messages({ path: "docs/rules/edge.md", text }).map(({ message }) => message),
    ["rule 3 follows rule 1", "rule 3 has the anchor 2", "no test cites 1, 3"],
  );
});

test("a decision record that does not exist is a problem", (t) => {
  const record = { path: "docs/decisions/0011-statements.md", text: "" };
  const code = { path: "services/billing/a.ts", text: "// ADR-0011\n// ADR-0012" };
  t.deepEqual(messages(record, code), [
    { path: code.path, line: 2, message: "ADR-0012 is no page of docs/decisions", isWarning: undefined },
  ]);
});

test("a citation of what is not in the repository is a problem", (t) => {
  const cites = [
    "// spec: Limits",
    'test("kept once (decisions 4)")',
    "// as in Decision 11",
    "// spec, update:",
  ];
  for (const text of cites) {
    const path = text.startsWith("test") ? "tests/unit/billing/a.test.ts" : "services/billing/a.ts";
    t.like(messages({ path, text }), [{ line: 1 }], text);
    t.regex(messages({ path, text })[0]?.message ?? "", /cannot be opened: cite a rule/, text);
  }
  t.deepEqual(
    messages({ path: "services/billing/a.ts", text: "const { spec: fields } = a; // two decisions" }),
    [],
  );
});

test("an issue of a tracker cannot be cited, in code or in a page", (t) => {
  for (const path of [
    "services/billing/a.ts",
    "tests/unit/billing/a.test.ts",
    "docs/decisions/0061-graphql.md",
  ])
    for (const cited of ["issue 16", "Issues 16", "issue #7"])
      t.deepEqual(
        messages({ path, text: `\n// As ${cited} asks.` }).map(({ line, message }) => [line, message]),
        [[2, `"${cited}" cannot be opened: cite a rule (rules/billing 8) or a record (ADR-0011)`]],
        `${path}: ${cited}`,
      );
  t.deepEqual(messages({ path: "services/billing/a.ts", text: "// Each of the issues has 3 words." }), []);
});

test("a record is cited by its number, and its path stands in links and strings only", (t) => {
  const record = { path: "docs/decisions/0006-a.md", text: "" };
  for (const path of ["services/billing/a.ts", "services/billing/README.md"])
    t.deepEqual(
      messages(record, { path, text: "Sign-in counts (docs/decisions/0006)." }).map(({ message }) => message),
      ['"docs/decisions/0006" is cited as ADR-0006'],
      path,
    );
  t.deepEqual(
    messages({ path: "CONTRIBUTING.md", text: "Sign-in counts ([ADR 0006](docs/decisions/0006-a.md))." }).map(
      ({ message }) => message,
    ),
    ['"ADR 0006" is cited as ADR-0006'],
  );
  const links = ["[ADR-0006](docs/decisions/0006-a.md)", "[ADR-0006](../../docs/decisions/0006-a.md)"];
  t.deepEqual(messages(record, { path: "CONTRIBUTING.md", text: links.join("\n") }), []);
  t.deepEqual(messages({ path: "checks/a.ts", text: 'const page = "docs/decisions/0006-a.md";' }), []);
});
