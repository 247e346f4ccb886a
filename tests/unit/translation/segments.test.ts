import test from "ava";
import { readSegments, writeSegments } from "../../../services/translation/segments.js";

const body = [
  {
    _type: "block",
    _key: "a",
    style: "h2",
    markDefs: [{ _key: "l1", _type: "link", href: "https://kiln.example" }],
    children: [
      { _type: "span", _key: "a1", text: "Read ", marks: [] },
      { _type: "span", _key: "a2", text: "the manual", marks: ["l1", "strong"] },
      { _type: "span", _key: "a3", text: " ", marks: [] },
    ],
  },
  { _type: "picture", _key: "b", storageId: "x" },
];
const marked = (segments: Record<string, string>) =>
  Object.fromEntries(Object.entries(segments).map(([key, text]) => [key, `[de] ${text}`]));

test("a text is one segment, and its outer white space stays (rules/translation 1)", (t) => {
  const segments = readSegments("  Hello\nworld\n");
  t.deepEqual(segments, { "": "Hello\nworld" });
  t.is(writeSegments("  Hello\nworld\n", marked(segments)), "  [de] Hello\nworld\n");
});

test("portable text keeps its blocks, keys, marks and foreign blocks; spans are translated in order (rules/translation 1)", (t) => {
  const segments = readSegments(body);
  t.deepEqual(segments, { "0.0": "Read", "0.1": "the manual" });
  const translated = writeSegments(body, marked(segments)) as typeof body;
  t.deepEqual(
    translated[0]?.children?.map(({ text }) => text),
    ["[de] Read ", "[de] the manual", " "],
  );
  const without = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll("[de] ", "")) as unknown;
  t.deepEqual(without(translated), body);
});

test("a segment that is missing or empty in the answer leaves the value untranslated", (t) => {
  t.is(writeSegments(body, { "0.0": "Lies" }), null);
  t.is(writeSegments("Hello", { "": "  " }), null);
});

test("what has no text has no segments", (t) => {
  for (const value of ["", "  \n", [], null, undefined, 5, [{ _type: "picture" }], [{ children: [{}] }]])
    t.deepEqual(readSegments(value), {});
});
