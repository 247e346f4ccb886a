import test from "ava";
import { checkLimitsTable, limitsTable, NO_LIMITS } from "../../../checks/limits-table.js";
import { readRepository } from "../../../checks/repository.js";
import { VARIABLES } from "../../../runtime/config/register.js";

const REGISTER = {
  BODY_MB: { default: "32", accepted: "a whole number from 1 to 100" },
  COST: { default: "100000", accepted: "a whole number from 1 to 10000000" },
  LADDER: { default: "30,1920", accepted: "a comma list of seconds" },
  KEPT: { default: null, accepted: "a whole number from 0 to 10" },
  ORIGIN: { default: null, accepted: "an http origin" },
};
const page = (...rows: string[]) =>
  [
    "# Security",
    "",
    "## Limits",
    "",
    "| What | Limit | Variable |",
    "| --- | --- | --- |",
    ...rows,
    "",
    "## After",
  ].join("\n");
const BODY = "| A body | 32 MB | `BODY_MB` |";
const COST = "| A query | 10 levels, a cost of 100,000 | `COST` |";
const LADDER = "| Again | after 30 and 1,920 s | `LADDER` |";
const KEPT = "| Kept | a tenth | `KEPT` |";
const messages = (text: string) => checkLimitsTable(text, REGISTER).map(({ message }) => message);

test("a table with every limit and its default passes", (t) => {
  t.deepEqual(messages(page(BODY, COST, LADDER, KEPT)), []);
  t.deepEqual(messages(page("| Both | 32 MB, 100,000 | `BODY_MB`, `COST` |", LADDER, KEPT)), []);
});

test("a variable that the table lacks is found, also where another section names it", (t) => {
  t.deepEqual(messages(page(BODY, LADDER, KEPT)), ["the table of limits lacks COST"]);
  t.deepEqual(messages(`${page(BODY, LADDER, KEPT)}\n\n${COST}`), ["the table of limits lacks COST"]);
});

test("a default that the row does not name is found, whatever else it names", (t) => {
  const wrong = (row: string) => messages(page(row, COST, LADDER, KEPT)).length;
  t.is(wrong("| A body | 64 MB | `BODY_MB` |"), 1);
  t.is(wrong("| A body | 320 MB or 132 | `BODY_MB` |"), 1);
  t.is(wrong("| A body | 3.32 MB | `BODY_MB` |"), 1);
  t.is(wrong("| A body of 32 MB | some | `BODY_MB` |"), 1);
  t.deepEqual(messages(page(BODY, COST, "| Again | after 30 s | `LADDER` |", KEPT)).length, 1);
});

test("a variable that the configuration does not know is found", (t) => {
  t.deepEqual(messages(page(BODY, COST, LADDER, KEPT, "| It | 3 | `GONE` |")), [
    "GONE is no variable of the configuration",
  ]);
});

test("docs/security.md has every limit of the configuration; what is said to be none is there", async (t) => {
  t.deepEqual(await limitsTable.run(readRepository()), []);
  for (const name of Object.keys(NO_LIMITS)) t.true(name in VARIABLES, name);
});
