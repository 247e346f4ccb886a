import test from "ava";
import fc from "fast-check";
import { nextPath, withNext } from "../../../services/gateway/pages/next-path.js";

test("an own path goes on, with its query (rules/identity 38)", (t) => {
  for (const path of ["/", "/billing", "/library/x?page=2", "/oauth/interaction/abc", "/sign-in?next=%2Fx"])
    t.is(nextPath(path), path);
  t.is(nextPath(null), "/");
  t.is(nextPath("/a/../b"), "/b");
});

test("whatever leads to another host is no own path", (t) => {
  for (const path of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    " /billing",
    "billing",
    "",
    `/${"x".repeat(2001)}`,
  ])
    t.is(nextPath(path), "/", path);
});

test("no text leads a browser away (rules/identity 38)", (t) => {
  const bits = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "%2e",
    "\t",
    "@",
    ":",
    "evil.example",
    "?",
    "#",
    " ",
    "\u0000",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(bits, fc.string()), { maxLength: 8 }), (parts) => {
      const at = new URL(nextPath(parts.join("")), "https://kiln.example/sign-in");
      t.is(at.origin, "https://kiln.example");
    }),
    { numRuns: Number(process.env.KILN_RUNS ?? 300) },
  );
});

test("the start page needs no mention in an address", (t) => {
  t.is(withNext("/sign-in", "/"), "/sign-in");
  t.is(withNext("/sign-in", "/billing?page=2"), "/sign-in?next=%2Fbilling%3Fpage%3D2");
});
