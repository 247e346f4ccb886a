import test from "ava";
import fc from "fast-check";
import { inlineDisposition, safeFilename } from "../../../plugins/kit/content-disposition.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);

const NAMES: readonly (readonly [given: string, safe: string])[] = [
  ["cat.png", "cat.png"],
  ["../../etc/passwd", "_.._etc_passwd"],
  ["C:\\Windows\\system.ini", "C__Windows_system.ini"],
  ['a"b.png', "a_b.png"],
  ["a\r\nSet-Cookie: x=1.png", "aSet-Cookie_ x=1.png"],
  ["\u0000null\u007f.png", "null.png"],
  ["photo\u202egnp.exe", "photognp.exe"],
  ["\u2066x\u2069.png", "x.png"],
  ["  .hidden. ", "hidden"],
  ["...", "file"],
  ["", "file"],
  ["\ud800half.png", "\ufffdhalf.png"],
  ["e\u0301.png", "\u00e9.png"],
  ["👩‍👩‍👧.png", "👩‍👩‍👧.png"],
  ["日本語.mp4", "日本語.mp4"],
];

test("hostile file names are made safe on reading (rules/storage 6)", (t) => {
  for (const [given, safe] of NAMES) t.is(safeFilename(given), safe, JSON.stringify(given));
});

test("a long file name keeps its extension and loses its middle (rules/storage 6)", (t) => {
  const safe = safeFilename(`${"\u{1f600}".repeat(300)}.webm`);
  t.is([...safe].length, 180);
  t.true(safe.endsWith(".webm"));
});

test("an ASCII name is quoted; any other one is also given in UTF-8 (RFC 6266, RFC 8187) (rules/storage 6)", (t) => {
  t.is(inlineDisposition(null), "inline");
  t.is(inlineDisposition("a b.png"), 'inline; filename="a b.png"');
  t.is(inlineDisposition("ü.png"), "inline; filename=\"_.png\"; filename*=UTF-8''%C3%BC.png");
  t.is(inlineDisposition("100%.png"), "inline; filename=\"100_.png\"; filename*=UTF-8''100%25.png");
  t.is(
    inlineDisposition("ü'(1)*.png"),
    "inline; filename=\"_'(1)_.png\"; filename*=UTF-8''%C3%BC%27%281%29_.png",
  );
});

const HEADER =
  /^inline; filename="[\x20-\x7e]+"(?:; filename\*=UTF-8''(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+)?$/;

test("whatever the name, the header is one line of ASCII with one quoted name and no path (rules/storage 6)", (t) => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" })), (name) => {
      const header = inlineDisposition(name);
      t.regex(header, HEADER);
      t.is(header.split('"').length, 3);
      t.false(/[\\/]/.test(header));
    }),
    { numRuns },
  );
});

test("a safe name stays as it is, so that a signed name reads the same", (t) => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (name) => {
      const safe = safeFilename(name);
      t.is(safeFilename(safe), safe);
      t.true(safe.isWellFormed());
      t.not(safe, "");
    }),
    { numRuns },
  );
});
