import test from "ava";
import { codeOf, titleOf } from "../../../console/content/languages/code-of.js";

test("a language is known by its name or by its code; a name is never taken for a code", (t) => {
  t.is(codeOf("German"), "de");
  t.is(codeOf(" brazilian portuguese "), "pt-BR");
  t.is(codeOf("Ukrainian"), "uk");
  t.is(codeOf("de"), "de");
  t.is(codeOf("pt-BR"), "pt-BR");
  t.is(codeOf("gsw"), "gsw");
  for (const nothing of ["", "Germanish", "klingonisch", "d"]) t.is(codeOf(nothing), null, nothing);
  t.is(titleOf("de"), "German");
  t.is(titleOf("qq"), "");
});
