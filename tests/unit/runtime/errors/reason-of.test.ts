import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { PACKAGE_ROOT } from "../../../../runtime/process/package-root.js";
import { loggedError } from "../../../../runtime/process/logged-error.js";
import { reasonOf, traceOf } from "../../../../runtime/errors/reason-of.js";

const hostile = {
  get [Symbol.toStringTag](): string {
    throw new Error("no name");
  },
};

test("whatever is thrown is told by what it says, never as [object Object]", (t) => {
  t.is(reasonOf(new Error("words")), "words");
  t.is(reasonOf(new TypeError("")), "TypeError");
  t.is(reasonOf("words"), "words");
  t.is(reasonOf({ reason: "full", at: { place: 7 } }), "{ reason: 'full', at: { place: 7 } }");
  t.true(reasonOf({ text: "x".repeat(10_000) }).length <= 2000);
  for (const thrown of [null, undefined, 7, 10n, Symbol("s"), [], hostile, Object.create(null)])
    t.notRegex(reasonOf(thrown), /object Object/);
  const unreadable = Object.defineProperty(new Error("words"), "message", {
    get: () => {
      throw new Error("no message");
    },
  });
  for (const thrown of [unreadable, Object.assign(new Error("words"), { message: { length: 1 } })])
    t.is(typeof reasonOf(thrown), "string");
  t.regex(traceOf(new Error("words")), /words\n +at /);
  t.is(traceOf({ code: 1 }), "{ code: 1 }");
});

test("a cause that is no error is in the log with what it says", (t) => {
  const error = new Error("outer", { cause: new Error("inner", { cause: { reason: "plain" } }) });
  const logged = JSON.stringify(loggedError(error));
  t.regex(logged, /outer/);
  t.regex(logged, /inner/);
  t.regex(logged, /reason: 'plain'/);
  t.notRegex(logged, /object Object/);
  t.false("cause" in (loggedError(new Error("alone")) as object));
});

test("no source turns what it caught into text by String()", (t) => {
  const caught = /String\((?:error|reason|cause|thrown|err)\)/;
  for (const folder of ["runtime", "services", "plugins", "cli"])
    for (const name of readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: "utf8" }))
      if (name.endsWith(".ts") && !name.includes("conformance"))
        t.notRegex(readFileSync(join(PACKAGE_ROOT, folder, name), "utf8"), caught, `${folder}/${name}`);
});
