import test from "ava";
import type { Mark, Node, ParseRule } from "prosemirror-model";
import { EditorState } from "prosemirror-state";
import { ownKeys } from "../../../console/content/editor/rich-text/commands.js";
import { blockOf, toDoc } from "../../../console/content/editor/rich-text/portable.js";
import { schema } from "../../../console/content/editor/rich-text/schema.js";

type Attributes = Readonly<Record<string, string>>;

/**
 * Returns what the rule of a node or mark reads from an element with these attributes, or false where the rule does not take it.
 */
function read(rules: readonly ParseRule[] | undefined, tag: string, attributes: Attributes): unknown {
  const rule = rules?.find((one) => one.tag === tag);
  const element = { getAttribute: (name: string) => attributes[name] ?? null };
  return rule?.getAttrs?.(element as never);
}
const rulesOf = (name: string) => (schema.nodes[name] ?? schema.marks[name])?.spec.parseDOM;

/** Returns the attributes of the element that shows a node or a mark. */
function shown(what: Node | Mark): Attributes {
  const spec = what.type.spec.toDOM?.(what as never, true) as unknown as [string, Attributes];
  return spec[1];
}

test("what is cut comes back with its format", (t) => {
  const before = toDoc([
    {
      _type: "block",
      _key: "a",
      style: "lead",
      listItem: "number",
      level: 2,
      tone: "soft",
      markDefs: [{ _key: "l", _type: "link", href: "https://example.com", blank: true }],
      children: [
        { _type: "span", text: "linked", marks: ["l", "highlight"] },
        { _type: "icon", _key: "i", name: "flame" },
      ],
    },
  ]);
  const block = before.child(0);
  t.like(read(rulesOf("block"), "[data-block]", shown(block)), {
    style: "lead",
    listItem: "number",
    level: 2,
    rest: JSON.stringify({ tone: "soft" }),
  });
  const [linked, icon] = [block.child(0), block.child(1)];
  const [annotation, other] = ["annotation", "other"].map((name) =>
    linked.marks.find((mark) => mark.type.name === name),
  ) as [Mark, Mark];
  const again = () =>
    read(rulesOf("annotation"), "span[data-annotation]", shown(annotation)) as { definition: string };
  t.like(JSON.parse(again().definition), { _type: "link", href: "https://example.com", blank: true });
  t.is(again().definition, again().definition, "a link in two pieces stays one");
  t.deepEqual(read(rulesOf("other"), "span[data-mark]", shown(other)), { name: "highlight" });
  const { value } = read(rulesOf("inlineObject"), "span[data-object]", shown(icon)) as { value: string };
  t.like(JSON.parse(value), { _type: "icon", name: "flame" });
});

test("what another page calls an object, a block or a link is not taken for one (rules/console 3)", (t) => {
  for (const said of ["x", "", "null", "[]", '"text"', "{}", '{"_type":1}'])
    for (const [name, tag] of [
      ["object", "div[data-object]"],
      ["inlineObject", "span[data-object]"],
    ] as const)
      t.false(read(rulesOf(name), tag, { "data-object": said }), `${name} ${said}`);
  for (const said of ["x", "{}", '{"style":1}'])
    t.false(read(rulesOf("block"), "[data-block]", { "data-block": said }), said);
  for (const said of [
    "x",
    "{}",
    '{"_type":"link","href":"javascript:alert(1)"}',
    '{"_type":"link","href":1}',
  ])
    t.false(read(rulesOf("annotation"), "span[data-annotation]", { "data-annotation": said }), said);
  const rest = { children: "none", _key: "k", markDefs: 1, tone: "soft" };
  t.like(read(rulesOf("block"), "[data-block]", { "data-block": JSON.stringify({ style: "h2", rest }) }), {
    style: "h2",
    rest: JSON.stringify({ tone: "soft" }),
  });
});

test("a draft with what is no object at all can be shown and edited", (t) => {
  const doc = toDoc([null, "text"]);
  t.notThrows(() => shown(doc.child(0)));
  const state = EditorState.create({ doc, plugins: [ownKeys] });
  const after = state.apply(state.tr.insert(0, schema.node("block"))).doc;
  t.deepEqual(
    [1, 2].map((at) => (blockOf(after.child(at)) as { object: unknown }).object),
    [null, "text"],
  );
});
