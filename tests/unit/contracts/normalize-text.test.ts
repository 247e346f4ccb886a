import test from "ava";
import fc from "fast-check";
import { normalizeText } from "../../../contracts/normalize-text.js";

const FORMS = ["NFC", "NFD", "NFKC", "NFKD"] as const;

/** Marks of two classes that change places, letters with and without marks, and halfwidth signs that become marks. */
const character = fc.oneof(
  fc.constantFrom("\u0315", "\u0316", "\u0344", "\uff9e", "\uff9f", "a", "é", "ﬁ", " "),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
);

const numRuns = Number(process.env.KILN_RUNS ?? 100);

test("a text without a long run of marks has its usual normal form (rules/edge 57)", (t) => {
  const piece = fc.array(character, { maxLength: 29 }).map((characters) => `${characters.join("")}z`);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), fc.constantFrom(...FORMS), (pieces, form) => {
      const text = pieces.join("");
      t.is(normalizeText(text, form), text.normalize(form));
    }),
    { numRuns },
  );
});

test("no run of marks that a normal form has to sort is long, so texts cost their length (rules/edge 57)", (t) => {
  for (const marks of ["\u0315\u0316", "\u0344\u0316", "\uff9e\uff9f\u0316"])
    for (const form of FORMS) {
      const normal = normalizeText(`a${marks.repeat(5000)}`, form);
      const runs = normal.split("\u034f").map((run) => run.length);
      t.true(Math.max(...runs) <= 1 + 30 * 3, `${form}: ${Math.max(...runs)}`);
    }
});
