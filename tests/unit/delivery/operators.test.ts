import { readFileSync } from "node:fs";
import test from "ava";
import { operatorsOf } from "../../../services/delivery/query/parse-where.js";

/** Returns the operators of docs/delivery.md by the first field in their row. */
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
