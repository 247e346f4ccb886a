import test from "ava";
import fc from "fast-check";
import * as Y from "yjs";
import { ServiceError } from "../../../contracts/errors.js";
import { makeState } from "../../../services/content/draft/change-state.js";
import { measureState } from "../../../services/content/draft/measure-state.js";
import { arbitraryDraft } from "./arbitrary-draft.js";
import { ARTICLE, draftShape, EVERY_FIELD } from "./draft-shape.js";

const opened = (state: Uint8Array): Y.Map<unknown> => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return doc.getMap("fields");
};
const shape = draftShape(ARTICLE);

test("a root map `fields` with plain scalars, media and references (rules/content 11)", (t) => {
  const fields = opened(makeState(shape, EVERY_FIELD).state);
  t.is(fields.get("name"), "Ada");
  t.is(fields.get("count"), 3);
  t.is(fields.get("isNew"), false);
  t.is(fields.get("at"), "2026-11-23T10:00:00Z");
  t.deepEqual(fields.get("cover"), EVERY_FIELD.cover);
  t.deepEqual(fields.get("author"), EVERY_FIELD.author);
});

test("text is a Y.Text, an object a Y.Map, an array a Y.Array of atoms or Y.Maps (rules/content 11)", (t) => {
  const fields = opened(makeState(shape, EVERY_FIELD).state);
  t.is((fields.get("notes") as Y.Text).constructor, Y.Text);
  t.is((fields.get("notes") as Y.Text).toJSON(), "one\ntwo 🦊");
  const seo = fields.get("seo") as Y.Map<unknown>;
  t.true(seo instanceof Y.Map);
  t.true(seo.get("summary") instanceof Y.Text);
  t.true((seo.get("headline") as Y.Map<unknown>) instanceof Y.Map);
  t.deepEqual((fields.get("tags") as Y.Array<unknown>).toArray(), ["a", "b"]);
  const links = fields.get("links") as Y.Array<Y.Map<unknown>>;
  t.true(links.get(0) instanceof Y.Map);
  t.deepEqual(links.toJSON(), EVERY_FIELD.links);
});

test("portable text is a Y.Array of block Y.Maps, whose children are Y.Maps with a Y.Text (rules/content 11)", (t) => {
  const fields = opened(makeState(shape, EVERY_FIELD).state);
  const body = fields.get("body") as Y.Array<Y.Map<unknown>>;
  const block = body.get(0);
  t.is(block.get("_type"), "block");
  t.is(block.get("_key"), "k1");
  const span = (block.get("children") as Y.Array<Y.Map<unknown>>).get(0);
  t.true(span.get("text") instanceof Y.Text);
  t.deepEqual(span.get("marks"), ["strong"]);
  t.deepEqual(block.get("markDefs"), []);
});

test("a localized field is a Y.Map by locale code; a bare value goes under the default locale (rules/content 19)", (t) => {
  const { state, fields } = makeState(shape, { title: "Bare", intro: { en: "Hi", de: "Hallo" } });
  t.deepEqual(fields.title, { en: "Bare" });
  const root = opened(state);
  t.is((root.get("title") as Y.Map<unknown>).get("en"), "Bare");
  t.true((root.get("intro") as Y.Map<unknown>).get("de") instanceof Y.Text);
});

test("an object with `storageId` is a bare value, another one a locale map (rules/content 19)", (t) => {
  const cover = { storageId: "0190a0a0-0000-7000-8000-000000000001" };
  t.deepEqual(makeState(shape, { banner: cover }).fields, { banner: { en: cover } });
  t.deepEqual(makeState(shape, { banner: { de: cover } }).fields, { banner: { de: cover } });
});

test("portable text gets the keys that it lacks (rules/content 48)", (t) => {
  const { fields } = makeState(shape, {
    body: [{ _type: "block", children: [{ _type: "span", text: "x" }] }],
  });
  const [block] = fields.body as { _key: string; children: { _key: string }[] }[];
  t.regex(block?._key ?? "", /^[0-9a-f]{12}$/);
  t.regex(block?.children[0]?._key ?? "", /^[0-9a-f]{12}$/);
});

test("a value of another shape than its field is kept as it is (rules/content 10)", (t) => {
  const given = { notes: 5, seo: [1], tags: { a: 1 }, body: "no", count: "many", unknown: { a: [null] } };
  t.deepEqual(makeState(shape, given).fields, given as never);
});

test("lists may be longer than what JavaScript takes as arguments", (t) => {
  const tags = Array.from({ length: 200_000 }, (_, index) => index % 7);
  const { state, fields } = makeState(shape, { tags });
  t.deepEqual(fields, { tags } as never);
  t.is((opened(state).get("tags") as Y.Array<unknown>).length, tags.length);
});

test("the size of a state is known before it is made: its pieces exactly, its bytes as a bound", (t) => {
  const measured = (given: object) => {
    const { fields, state } = makeState(shape, given as never);
    const size = measureState(shape, fields);
    const doc = new Y.Doc();
    Y.applyUpdate(doc, state);
    const pieces = [...doc.store.clients.values()].reduce((sum, structs) => sum + structs.length, 0);
    t.is(size.pieces, pieces, JSON.stringify(given));
    t.true(size.bytes >= state.length, JSON.stringify(given));
  };
  measured({});
  measured(EVERY_FIELD);
  measured({
    tags: [1, "a", { constructor: 1, a: { constructor: 2 } }, null, 2.5],
    cover: { constructor: {} },
  });
  fc.assert(fc.property(arbitraryDraft, measured));
});

test("a draft of more pieces than a state may have is refused before it is made (rules/content 47)", (t) => {
  const body = Array.from({ length: 60_000 }, () => ({ _type: "block", children: [{ _type: "span" }] }));
  t.is(t.throws(() => makeState(shape, { body }), { instanceOf: ServiceError })?.code, "payload_too_large");
});

test("names that JavaScript knows are fields like others", (t) => {
  const given = {
    constructor: { constructor: "x" },
    toString: "y",
    cover: { constructor: 1, storageId: "z" },
  };
  t.deepEqual(makeState(shape, given).fields, given as never);
  t.deepEqual(makeState(shape, JSON.parse('{"__proto__":{"a":1},"name":"A"}')).fields, { name: "A" });
});
