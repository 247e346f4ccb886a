import test from "ava";
import { regularExpressions } from "../../../checks/regular-expressions.js";

const found = async (path: string, text: string) => (await regularExpressions.run([{ path, text }])).length;

test("a regular expression that a text of 100 characters holds for hours is refused everywhere", async (t) => {
  for (const literal of ["/^(?:[ ]*;[ ]*(?:x)?)*$/", "/^[a-z]{2}(?:[-_]\\w+)*$/"])
    for (const path of ["services/storage/a.ts", "cli/a.ts", "console/a.ts"])
      t.is(await found(path, `export const PATTERN = ${literal};`), 1, `${path}: ${literal}`);
});

test("one whose time grows with the square of the text is refused where strangers write the text", async (t) => {
  const text = "export const end = (given: string) => /=*$/.exec(given);";
  t.is(await found("contracts/a.ts", text), 1);
  t.is(await found("sdk/a.ts", text), 0);
  t.is(await found("tests/unit/a.test.ts", text), 0);
});

test("what is linear passes, and so does a slash that divides or ends a tag", async (t) => {
  t.is(
    await found("services/a.ts", "const a = b / c; const d = /^[a-z]+(?:-[a-z]+)*$/.test(e); // /(a*)*$/"),
    0,
  );
  t.is(await found("services/a.ts", "const page = `<p>${a ? `<b>${a}</b>` : ``}</p>`;"), 0);
});
