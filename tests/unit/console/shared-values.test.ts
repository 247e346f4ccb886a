import test from "ava";
import * as Y from "yjs";
import { keysAfter } from "../../../console/content/editor/keys-after.js";
import { isForeign, putByLanguage } from "../../../console/content/editor/shared-values.js";

const fieldsOf = (): Y.Map<unknown> => new Y.Doc().getMap("fields");

test("a value that becomes the one of a language keeps its text", (t) => {
  const fields = fieldsOf();
  fields.set("teaser", new Y.Text("one"));
  fields.set("body", Y.Array.from([1, 2]));
  fields.set("title", "plain");
  for (const name of ["teaser", "body", "title", "none"]) putByLanguage(fields, name, "en");
  t.deepEqual(fields.toJSON(), {
    teaser: { en: "one" },
    body: { en: [1, 2] },
    title: { en: "plain" },
    none: {},
  });
});

test("what a field cannot show is told from what it can", (t) => {
  const fields = fieldsOf();
  fields.set("languages", new Y.Map([["en", "one"]]));
  fields.set("text", new Y.Text("one"));
  fields.set("list", new Y.Array());
  const says = (name: string) =>
    ["string", "text", "portableText", "array", "number", "media"].filter((type) =>
      isForeign(fields.get(name), type),
    );
  t.deepEqual(says("languages"), ["string", "text", "portableText", "array", "number", "media"]);
  t.deepEqual(says("text"), ["portableText", "array", "number", "media"]);
  t.deepEqual(says("list"), ["string", "text", "number", "media"]);
  t.deepEqual(says("none"), []);
  t.true(isForeign({ en: "one" }, "text"));
  t.false(isForeign("one", "text"));
});

test("the key of an item goes with it while others remove, add and replace", (t) => {
  const list = new Y.Doc().getArray<unknown>("sizes");
  list.push(["a", "b", "c"]);
  let keys = [1, 2, 3];
  let last = 3;
  list.observe(({ delta }) => {
    keys = keysAfter(keys, delta, () => (last += 1));
  });
  const after = (change: () => void) => {
    list.doc?.transact(change);
    return keys.map((key, at) => `${key}${String(list.get(at))}`);
  };
  t.deepEqual(
    after(() => list.delete(0)),
    ["2b", "3c"],
  );
  t.deepEqual(
    after(() => list.insert(1, ["d"])),
    ["2b", "4d", "3c"],
  );
  const replaced = after(() => {
    list.delete(1);
    list.insert(1, ["dd"]);
  });
  t.deepEqual(replaced, ["2b", "4dd", "3c"]);
  t.deepEqual(
    after(() => list.push(["e"])),
    ["2b", "4dd", "3c", "5e"],
  );
});
