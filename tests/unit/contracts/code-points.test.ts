import test from "ava";
import { countCodePoints, cutCodePoints, isWithinCodePoints } from "../../../contracts/code-points.js";

test("characters are code points, a lone surrogate is one (rules/billing 3)", (t) => {
  t.is(countCodePoints(""), 0);
  t.is(countCodePoints("aé🦊"), 3);
  t.is(countCodePoints("\ud83e"), 1);
  t.is(countCodePoints("👩‍🚀"), 3);
});

test("a cut is at a code point, never within one (rules/edge 21)", (t) => {
  t.is(cutCodePoints("🦊🦊🦊", 2), "🦊🦊");
  t.is(cutCodePoints("🦊", 1), "🦊");
  t.is(cutCodePoints("abc", 5), "abc");
  t.is(cutCodePoints("abc", 0), "");
});

test("a bound counts code points too (rules/edge 21)", (t) => {
  t.true(isWithinCodePoints("🦊🦊", 2));
  t.false(isWithinCodePoints("🦊🦊🦊", 2));
  t.false(isWithinCodePoints("abcde", 2));
  t.true(isWithinCodePoints("", 0));
});
