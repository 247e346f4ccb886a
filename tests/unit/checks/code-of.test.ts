import test from "ava";
import { codeOf } from "../../../checks/code-of.js";

test("comments are blanked, lines stay where they are", (t) => {
  t.is(codeOf("a; // b\n/* c\n d */ e;"), "a;     \n    \n      e;");
});

test("what looks like a comment within a string stays", (t) => {
  for (const source of ['const a = "http://x";', "const a = 'a /* b */';", "const a = `// ${b}`;"]) {
    t.is(codeOf(source), source);
  }
});

test("quotes within a regular expression open no string", (t) => {
  t.is(codeOf("const a = /[\"'`]/; // b"), "const a = /[\"'`]/;     ");
  t.is(codeOf("return /`/.test(x); // b"), "return /`/.test(x);     ");
});

test("a division is no regular expression", (t) => {
  t.is(codeOf("const a = b / c; // d / e"), "const a = b / c;         ");
});

test("quotes within comments open no string", (t) => {
  t.is(codeOf("// don't\nit();"), "        \nit();");
});
