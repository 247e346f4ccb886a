import test from "ava";
import { countCodePoints, cutCodePoints, isWithinCodePoints } from "../../../contracts/code-points.js";

test("decisions 4: characters are code points, a lone surrogate is one", (t) => {
  t.is(countCodePoints(""), 0);
  t.is(countCodePoints("aé🦊"), 3);
  t.is(countCodePoints("\ud83e"), 1);
  t.is(countCodePoints("👩‍🚀"), 3);
});

test("decisions 2: a cut is at a code point, never within one", (t) => {
  t.is(cutCodePoints("🦊🦊🦊", 2), "🦊🦊");
  t.is(cutCodePoints("🦊", 1), "🦊");
  t.is(cutCodePoints("abc", 5), "abc");
  t.is(cutCodePoints("abc", 0), "");
});

test("a bound counts code points too", (t) => {
  t.true(isWithinCodePoints("🦊🦊", 2));
  t.false(isWithinCodePoints("🦊🦊🦊", 2));
  t.false(isWithinCodePoints("abcde", 2));
  t.true(isWithinCodePoints("", 0));
});
