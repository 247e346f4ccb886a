import test from "ava";
import { checkPortableText } from "../../../services/content/validity/check-portable-text.js";

function issuesOf(value: unknown): string[] {
  const issues: string[] = [];
  checkPortableText(value, "body", (path, code) => issues.push(`${path} ${code}`));
  return issues;
}

const span = (more: object = {}) => ({ _type: "span", _key: "s1", text: "x", marks: [], ...more });
const block = (more: object = {}) => ({
  _type: "block",
  _key: "k1",
  children: [span()],
  markDefs: [],
  ...more,
});

test("portable text as editors write it has no issue (rules/content 48)", (t) => {
  t.deepEqual(issuesOf([]), []);
  t.deepEqual(issuesOf([block(), { _type: "image", _key: "k2", anything: [{ goes: 1 }] }]), []);
  t.deepEqual(issuesOf([block({ style: "h1", listItem: "bullet", level: 2, children: [] })]), []);
  const link = { _type: "link", _key: "m1", href: "https://example.com" };
  t.deepEqual(
    issuesOf([
      block({ markDefs: [link], children: [span({ marks: ["m1", "strong"] }), { _type: "emoji" }] }),
    ]),
    [],
  );
});

test("keys may be missing, since saving makes them (rules/content 48)", (t) => {
  t.deepEqual(issuesOf([{ _type: "block", children: [{ _type: "span", text: "x" }] }]), []);
});

const WRONG: [name: string, value: unknown, ...issues: string[]][] = [
  ["no list", "text", "body invalid_type"],
  ["no list, but an object", {}, "body invalid_type"],
  ["a block that is a text", ["x"], "body[0] invalid_block"],
  ["a block without a type", [{ _key: "k1" }], 'body[_key=="k1"] invalid_block'],
  ["a block of an empty type", [{ _type: "" }], "body[0] invalid_block"],
  ["a key that is no text", [block({ _key: 5 })], "body[0]._key invalid_block"],
  ["a key twice", [block(), block()], "body[1]._key duplicate_key"],
  ["children that are none", [block({ children: "x" })], 'body[_key=="k1"].children invalid_block'],
  ["no children", [block({ children: undefined })], 'body[_key=="k1"].children invalid_block'],
  ["a child that is none", [block({ children: [5] })], 'body[_key=="k1"].children[0] invalid_block'],
  [
    "a span without text",
    [block({ children: [span({ text: 5 })] })],
    'body[_key=="k1"].children[0].text invalid_block',
  ],
  [
    "a span key twice",
    [block({ children: [span(), span()] })],
    'body[_key=="k1"].children[1]._key duplicate_key',
  ],
  [
    "marks that are none",
    [block({ children: [span({ marks: "em" })] })],
    'body[_key=="k1"].children[0].marks invalid_block',
  ],
  [
    "marks of numbers",
    [block({ children: [span({ marks: [1] })] })],
    'body[_key=="k1"].children[0].marks invalid_block',
  ],
  ["markDefs that are none", [block({ markDefs: {} })], 'body[_key=="k1"].markDefs invalid_block'],
  [
    "a markDef without key",
    [block({ markDefs: [{ _type: "link" }] })],
    'body[_key=="k1"].markDefs[0] invalid_block',
  ],
  ["a style that is no text", [block({ style: 1 })], 'body[_key=="k1"].style invalid_block'],
  ["a level that is no number", [block({ level: "1" })], 'body[_key=="k1"].level invalid_block'],
];
for (const [name, value, ...issues] of WRONG)
  test(`portable text with ${name} names the place (rules/content 48)`, (t) => {
    t.deepEqual(issuesOf(value), issues);
  });
