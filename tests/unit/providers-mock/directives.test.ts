import test from "ava";
import { readDirectives } from "../../../plugins/providers/mock/directives.js";

const NONE = { fails: false, slowMs: 0, upstream: null };

test("text without directives steers nothing", (t) => {
  t.deepEqual(readDirectives({ prompt: "a [failing] kite [slow] [slow=] [slow=-1] [upstream=500]" }), NONE);
  t.deepEqual(readDirectives({ sourceStorageId: "[fail]", prompt: 7 }), NONE);
});

test("directives stand anywhere in any text parameter (rules/models 34)", (t) => {
  t.deepEqual(readDirectives({ prompt: "a[fail]b" }), { ...NONE, fails: true });
  t.deepEqual(readDirectives({ lyrics: "la\n[upstream=429] la" }), { ...NONE, upstream: "429" });
  t.deepEqual(readDirectives({ styleInstructions: "[upstream=hang]" }), {
    ...NONE,
    upstream: "hang",
  });
  t.deepEqual(readDirectives({ prompt: "[slow=1.5] x", lyrics: "[fail] [upstream=503]" }), {
    fails: true,
    slowMs: 1500,
    upstream: "503",
  });
});

test("slow takes decimals and never leaves the safe integers", (t) => {
  t.is(readDirectives({ prompt: "[slow=.25]" }).slowMs, 250);
  t.is(readDirectives({ prompt: "[slow=0]" }).slowMs, 0);
  t.true(Number.isSafeInteger(Date.now() + readDirectives({ prompt: `[slow=${"9".repeat(400)}]` }).slowMs));
});
