import { readFileSync } from "node:fs";
import test from "ava";
import { operatorsOf } from "../../../services/delivery/query/parse-where.js";

/** Operators by the first of the fields of a row, as docs/delivery.md has them. */
function documented(): Map<string, string[]> {
  const page = readFileSync(new URL("../../../../docs/delivery.md", import.meta.url), "utf8");
  const rows = page.matchAll(/^\| `(\w+)`.*? \| (`.*`) \| (?:yes|no) \|$/gmu);
  return new Map(
    [...rows].map(([, field = "", operators = ""]) => [
      field,
      [...operators.matchAll(/`(\w+)`/gu)].map(([, name = ""]) => name),
    ]),
  );
}

test("docs/delivery.md has the operators of each kind of field (rules/delivery 18)", (t) => {
  const page = documented();
  for (const [field, kind] of [
    ["string", "text"],
    ["number", "number"],
    ["datetime", "instant"],
    ["boolean", "flag"],
    ["reference", "other"],
  ] as const)
    t.deepEqual(page.get(field), [...operatorsOf(kind)], field);
});
