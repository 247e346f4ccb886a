import test from "ava";
import * as Y from "yjs";
import { ServiceError } from "../../../contracts/errors.js";
import { makeState } from "../../../services/content/draft/change-state.js";
import { mergeUpdate } from "../../../services/content/draft/merge-update.js";
import { writeBuffer } from "../../../services/content/draft/update-buffer.js";
import { ARTICLE, draftShape, EVERY_FIELD } from "./draft-shape.js";

const shape = draftShape(ARTICLE);
const NOTHING = Uint8Array.of(0);

interface Stored {
  state: Uint8Array;
  buffered?: Uint8Array | null;
}

const merge = ({ state, buffered = null }: Stored, update: Uint8Array) =>
  mergeUpdate(shape, { state, buffered, update, clientVector: NOTHING });

/** Returns the update that a client with the state sends after an edit. */
function edited(state: Uint8Array, edit: (fields: Y.Map<unknown>, doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const before = Y.encodeStateVector(doc);
  edit(doc.getMap("fields"), doc);
  return Y.encodeStateAsUpdate(doc, before);
}

const INEXACT = [Infinity, -Infinity, NaN, 2 ** 60, -(2 ** 53), 1e20, 2n ** 60n, 10n ** 18n];

test("a number that JSON cannot carry exactly is refused by name, wherever it stands in the update (rules/content 59)", (t) => {
  const { state } = makeState(shape, EVERY_FIELD);
  for (const number of INEXACT) {
    const places: ((fields: Y.Map<unknown>) => unknown)[] = [
      (fields) => fields.set("count", number),
      (fields) => fields.set("unknown", { a: [1, { b: number }] }),
      (fields) => fields.set("seo", new Y.Map([["priority", number]])),
      (fields) => fields.set("tags", Y.Array.from<object | string>(["a", { x: number }])),
    ];
    for (const [index, place] of places.entries()) {
      const update = edited(state, (fields) => void place(fields));
      const error = t.throws(
        () => merge({ state }, update),
        { instanceOf: ServiceError },
        `${number} ${index}`,
      );
      t.is(error?.code, "invalid_params");
      t.true(error?.message.startsWith(`update has the number ${number}, which`), error?.message);
    }
  }
  for (const number of [1e21, -1.5e300, 0.1, 2 ** 53 - 1, 10n]) {
    const update = edited(state, (fields) => fields.set("count", number));
    t.is(merge({ state }, update).fields.count, Number(number));
  }
});

test("such a number is refused also in the form that earlier versions of Yjs wrote (rules/content 59)", (t) => {
  const { state } = makeState(shape, EVERY_FIELD);
  const update = edited(state, (fields, doc) => {
    const list = new Y.Array();
    fields.set("unknown", list);
    const id = Y.createID(doc.clientID, Y.getState(doc.store, doc.clientID));
    const content = new Y.ContentJSON([1, 2 ** 60]);
    doc.transact((turn) => new Y.Item(id, null, null, null, null, list, null, content).integrate(turn, 0));
  });
  t.throws(() => merge({ state }, update), { message: /the number 1152921504606847000, / });
});

test("who corrects the number is heard, also when the wrong one is sent along (rules/content 59)", (t) => {
  const { state } = makeState(shape, EVERY_FIELD);
  for (const gc of [true, false]) {
    const doc = new Y.Doc({ gc });
    Y.applyUpdate(doc, state);
    doc.getMap("fields").set("count", Infinity);
    doc.getMap("fields").set("count", 5);
    t.is(merge({ state }, Y.encodeStateAsUpdate(doc)).fields.count, 5);
  }
});

test("a draft that has such a number from before is edited on, by updates and by whole states (rules/content 59)", (t) => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, makeState(shape, EVERY_FIELD).state);
  doc.getMap("fields").set("count", 2 ** 60);
  const state = Y.encodeStateAsUpdate(doc);
  const part = merge(
    { state },
    edited(state, (fields) => fields.set("name", "Grace")),
  );
  t.like(part.fields, { name: "Grace", count: 2 ** 60 });
  doc.getMap("fields").set("name", "Ada");
  t.like(merge({ state }, Y.encodeStateAsUpdate(doc)).fields, { name: "Ada", count: 2 ** 60 });
  const more = edited(state, (fields) => fields.set("at", Infinity));
  t.throws(() => merge({ state }, more), { message: /the number Infinity/ });
});

test("an editor who moves such a number of a draft from before is heard, and one who brings another is not (rules/content 59)", (t) => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, makeState(shape, EVERY_FIELD).state);
  doc.getMap("fields").set("tags", Y.Array.from([{ x: 2 ** 60 }, { x: 1 }]));
  const state = Y.encodeStateAsUpdate(doc);
  const moved = (number: number) =>
    edited(state, (fields) => {
      const tags = fields.get("tags") as Y.Array<unknown>;
      tags.delete(0);
      tags.push([{ x: number }]);
    });
  t.deepEqual(merge({ state }, moved(2 ** 60)).fields.tags, [{ x: 1 }, { x: 2 ** 60 }]);
  t.throws(() => merge({ state }, moved(2 ** 61)), { message: /the number 2305843009213694000, / });
});

test("such a number is refused also before what it builds on is there, and dropped from the buffer (rules/content 59)", (t) => {
  const made = makeState(shape, EVERY_FIELD);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, made.state);
  const updates: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => updates.push(update));
  doc.getMap("fields").set("name", "one");
  doc.getMap("fields").set("count", Infinity);
  const [first, second] = updates as [Uint8Array, Uint8Array];
  t.throws(() => merge(made, second), { message: /the number Infinity/ });
  const buffered = writeBuffer([second]);
  const late = merge({ ...made, buffered }, first);
  t.like(late.fields, { name: "one", count: EVERY_FIELD.count });
  t.is(late.buffered, null);
});
