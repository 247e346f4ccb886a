import test from "ava";
import { entryWords } from "../../../console/parts/entry-name.js";

const entry = { kind: "adjustment", deltaCredits: 5, note: null, actorEmail: null } as const;

test("an entry is called after its kind, an adjustment after its reason or who decided it", (t) => {
  const cases = [
    [{ ...entry, kind: "generation", note: "mock-image" }, "Generation", "mock-image"],
    [{ ...entry, note: "Welcome credits" }, "Welcome credits", null],
    [{ ...entry, note: "thanks", actorEmail: "ada@example.com" }, "Given by an operator", "thanks"],
    [{ ...entry, deltaCredits: -5, actorEmail: "ada@example.com" }, "Taken back by an operator", null],
    [{ ...entry, note: " " }, "Adjustment", null],
    [entry, "Adjustment", null],
  ] as const;
  for (const [given, name, more] of cases) t.deepEqual(entryWords(given), { name, more });
});
