import test, { type ExecutionContext } from "ava";
import fc from "fast-check";
import * as encoding from "lib0/encoding";
import * as Y from "yjs";
import { ServiceError } from "../../../contracts/errors.js";
import { stored } from "../../../services/content/draft/draft-doc.js";
import { fieldsOf, makeState, replaceFields } from "../../../services/content/draft/change-state.js";
import { mergeUpdate } from "../../../services/content/draft/merge-update.js";
import { isInRings } from "../../helpers/of-rings.js";
import { saidBy } from "../../helpers/said-by.js";
import { ARTICLE, draftShape, EVERY_FIELD } from "./draft-shape.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);
/** Updates that are damaged at random; the rings have a third of them. */
const damaged = numRuns * (isInRings() ? 3 : 10);
const shape = draftShape(ARTICLE);
const NOTHING = Uint8Array.of(0);

interface Stored {
  state: Uint8Array;
  buffered?: Uint8Array | null;
}

const merge = ({ state, buffered = null }: Stored, update: Uint8Array, clientVector: Uint8Array = NOTHING) =>
  mergeUpdate(shape, { state, buffered, update, clientVector });

/** Returns the update that a client with the state sends after an edit. */
function edited(state: Uint8Array, edit: (fields: Y.Map<unknown>, doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const before = Y.encodeStateVector(doc);
  edit(doc.getMap("fields"), doc);
  return Y.encodeStateAsUpdate(doc, before);
}

const isRefused = (t: ExecutionContext, update: Uint8Array, state: Uint8Array) => {
  const error = t.throws(() => merge({ state }, update), { instanceOf: ServiceError });
  t.is(error?.code, "invalid_params");
  t.regex(error?.message ?? "", /^update /);
};

test("an update is merged; applied again it changes nothing (rules/content 17)", (t) => {
  const { state } = makeState(shape, EVERY_FIELD);
  const update = edited(state, (fields) => fields.set("name", "Grace"));
  const merged = merge({ state }, update);
  t.like(merged, { isTouched: true, isChanged: true });
  t.is(merged.fields.name, "Grace");
  const again = merge(merged, update);
  t.like(again, { isTouched: false, isChanged: false });
  t.deepEqual(again.fields, merged.fields);
});

test("the answer holds what the client lacks (rules/content 11)", (t) => {
  const { state } = makeState(shape, EVERY_FIELD);
  const client = new Y.Doc();
  Y.applyUpdate(client, state);
  const other = merge(
    { state },
    edited(state, (fields) => fields.set("count", 9)),
  );
  client.getMap("fields").set("name", "Grace");
  const merged = merge(other, Y.encodeStateAsUpdate(client), Y.encodeStateVector(client));
  Y.applyUpdate(client, merged.answer);
  t.deepEqual(saidBy(client), JSON.parse(JSON.stringify(merged.fields)));
  t.deepEqual(Y.decodeStateVector(Y.encodeStateVector(client)), Y.decodeStateVector(merged.stateVector));
  t.true(merged.answer.length < merged.state.length / 2);
});

/** Returns the updates of a client with a state, one for each edit. */
function edits(state: Uint8Array, ...steps: ((fields: Y.Map<unknown>) => void)[]) {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const updates: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => updates.push(update));
  for (const step of steps) step(doc.getMap("fields"));
  return { client: doc.clientID, updates };
}

test("an update with a causal gap is buffered, and the state vector asks for what is missing (rules/content 18)", (t) => {
  const made = makeState(shape, EVERY_FIELD);
  const { client, updates } = edits(
    made.state,
    (fields) => fields.set("name", "one"),
    (fields) => fields.set("count", 2),
    (fields) => fields.set("name", "three"),
  );
  const [first, second, third] = updates as [Uint8Array, Uint8Array, Uint8Array];
  const early = merge(merge(made, third), second);
  t.like(early, { isTouched: true, isChanged: false });
  t.deepEqual(early.fields, made.fields);
  t.deepEqual(early.stateVector, made.stateVector);
  t.false(merge(early, third).isTouched);
  const late = merge(early, first);
  t.like(late.fields, { name: "three", count: 2 });
  t.is(late.buffered, null);
  t.is(Y.decodeStateVector(late.stateVector).get(client), 3);
});

test("a gap between clients is one too, and so is a deletion of what is not there yet (rules/content 18)", (t) => {
  const made = makeState(shape, EVERY_FIELD);
  const [one] = edits(made.state, (fields) => (fields.get("notes") as Y.Text).insert(0, "one ")).updates;
  const both = Y.mergeUpdates([made.state, one ?? NOTHING]);
  const { updates } = edits(
    both,
    (fields) => (fields.get("notes") as Y.Text).insert(2, "!"),
    (fields) => (fields.get("notes") as Y.Text).delete(0, 1),
  );
  let early = merge(made, updates[1] ?? NOTHING);
  early = merge(early, updates[0] ?? NOTHING);
  t.is(early.fields.notes, EVERY_FIELD.notes);
  t.is(merge(early, one ?? NOTHING).fields.notes, `n!e ${EVERY_FIELD.notes}`);
});

test("what is buffered survives a full replace, and harms nobody when it cannot be applied (rules/content 18)", (t) => {
  const made = makeState(shape, EVERY_FIELD);
  const { updates } = edits(
    made.state,
    (fields) => fields.set("name", "one"),
    (fields) => fields.set("at", "two"),
  );
  const early = merge(made, updates[1] ?? NOTHING);
  const replaced = replaceFields(shape, early.state, { ...EVERY_FIELD, isNew: true });
  const late = merge({ ...early, ...replaced }, updates[0] ?? NOTHING);
  t.like(late.fields, { name: "one", at: "two", isNew: true });
});

test("at most 64 updates of 1 MB in all are buffered, the newest (rules/content 18)", (t) => {
  let draft: Stored = makeState(shape, EVERY_FIELD);
  const text = "x".repeat(20_000);
  const { updates } = edits(
    draft.state,
    ...Array.from(
      { length: 80 },
      (_, index) => (fields: Y.Map<unknown>) => fields.set("name", `${index} ${text}`),
    ),
  );
  for (const update of updates.slice(1)) draft = merge(draft, update);
  t.true((draft.buffered?.length ?? 0) <= 1024 * 1024);
  const all = Y.mergeUpdates(updates.slice(0, 40));
  t.regex(String(merge(draft, all).fields.name), /^79 /);
});

test("an update that itself leaves something out is applied as far as it goes", (t) => {
  const made = makeState(shape, EVERY_FIELD);
  const { updates } = edits(
    made.state,
    (fields) => fields.set("name", "one"),
    (fields) => fields.set("count", 2),
    (fields) => fields.set("at", "three"),
  );
  const partial = merge(made, Y.mergeUpdates([updates[0] ?? NOTHING, updates[2] ?? NOTHING]));
  t.is(partial.fields.name, "one");
  t.like(merge(partial, updates[1] ?? NOTHING).fields, { name: "one", count: 2, at: "three" });
});

test("bare values and missing keys of an editor are settled like those of a PUT (rules/content 19 and 48)", (t) => {
  const { state } = makeState(shape, {});
  const merged = merge(
    { state },
    edited(state, (fields) => {
      fields.set("title", "Bare");
      const block = new Y.Map(
        Object.entries({ _type: "block", children: Y.Array.from([new Y.Map([["text", new Y.Text("x")]])]) }),
      );
      fields.set("body", Y.Array.from([block]));
    }),
  );
  t.deepEqual(merged.fields.title, { en: "Bare" });
  const [block] = merged.fields.body as { _key: string; children: { _key: string; text: string }[] }[];
  t.regex(block?._key ?? "", /^[0-9a-f]{12}$/);
  t.regex(block?.children[0]?._key ?? "", /^[0-9a-f]{12}$/);
  t.is(block?.children[0]?.text, "x");
});

test("truncated updates are invalid (rules/content 17)", (t) => {
  const { state } = makeState(shape, EVERY_FIELD);
  const update = edited(state, (fields) => {
    fields.set("name", "Grace");
    (fields.get("notes") as Y.Text).insert(3, "🦊 and more");
    fields.delete("count");
  });
  for (let length = 0; length < update.length; length++) isRefused(t, update.slice(0, length), state);
  isRefused(t, Uint8Array.from([...update, 0]), state);
  isRefused(t, state.slice(0, -1), state);
});

/** Merges an update. Returns null when it is refused as it should be; else the result is whole and can be saved upon. */
function attempt(t: ExecutionContext, state: Uint8Array, bytes: Uint8Array) {
  try {
    const merged = merge({ state }, bytes);
    t.deepEqual(fieldsOf(merged.state), merged.fields);
    t.truthy(replaceFields(shape, merged.state, { name: "still works" }));
    return merged;
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === "invalid_params")) throw error;
    return null;
  }
}

test("random bytes are invalid (rules/content 17)", (t) => {
  const { state, fields } = makeState(shape, EVERY_FIELD);
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), (bytes) => {
      const merged = attempt(t, state, bytes);
      // A few bytes that start with zero may be an empty update, or delete items that do not exist.
      if (merged) t.true(bytes[0] === 0 && !merged.isChanged);
      if (merged) t.deepEqual(merged.fields, fields);
    }),
    { numRuns: damaged },
  );
  t.pass();
});

test("an update with a flipped byte is invalid, or one that can be kept (rules/content 17)", (t) => {
  const { state } = makeState(shape, EVERY_FIELD);
  const update = edited(state, (fields) => {
    fields.set("name", "Grace");
    (fields.get("notes") as Y.Text).delete(1, 2);
    (fields.get("links") as Y.Array<unknown>).insert(1, [new Y.Map([["label", new Y.Text("x")]])]);
  });
  const flips = fc.array(fc.tuple(fc.nat(update.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(flips, (flips) => {
      const copy = update.slice();
      for (const [at, by] of flips) copy[at] = (copy[at] ?? 0) ^ by;
      attempt(t, state, copy);
    }),
    { numRuns: damaged },
  );
  t.pass();
});

test("random bytes never reach beyond the update (rules/content 17)", (t) => {
  const { state } = makeState(shape, {});
  // The update lies within a larger buffer, as the bytes of a request do.
  const secret = Buffer.from("a secret beside it");
  const head = Buffer.from([1, 1, 1, 0, 4, 1, 6, ...Buffer.from("fields"), 30]);
  const buffer = Buffer.concat([head, secret]);
  isRefused(t, buffer.subarray(0, head.length), state);
  t.is(buffer.subarray(head.length).toString(), "a secret beside it");
});

test("other kinds than the layout's are saved, and never break the JSON (rules/content 10)", (t) => {
  const { state } = makeState(shape, EVERY_FIELD);
  const kinds: [() => unknown, unknown][] = [
    [() => new Y.Text("text"), "text"],
    [() => new Y.Map([["a", 1]]), { a: 1 }],
    [() => Y.Array.from<object | number>([1, new Uint8Array(2)]), [1, {}]],
    [() => new Y.XmlElement("p"), {}],
    [() => new Y.XmlText("x"), {}],
    [() => new Y.XmlFragment(), {}],
    [() => new Y.Doc(), {}],
    [() => new Uint8Array(8), {}],
    [() => 10n, 10],
    [() => undefined, undefined],
    [() => ({ a: [undefined, 5n, { b: undefined }] }), { a: [null, 5, {}] }],
  ];
  for (const field of Object.keys(EVERY_FIELD)) {
    for (const [index, [make, expected]] of kinds.entries()) {
      const merged = merge(
        { state },
        edited(state, (fields) => fields.set(field, make())),
      );
      const isSettled = ["title", "intro", "banner", "story", "body"].includes(field);
      // An object without entries has no content.
      const said = field === "seo" && JSON.stringify(expected) === "{}" ? undefined : expected;
      if (!isSettled) t.deepEqual(merged.fields[field], said, `${field} ${index}`);
      t.notThrows(() => JSON.stringify(merged.fields));
      const back = replaceFields(shape, merged.state, EVERY_FIELD);
      t.deepEqual(back?.fields, EVERY_FIELD as never);
    }
  }
});

test("rich text with formats and embedded objects reads as its characters", (t) => {
  const { state } = makeState(shape, { notes: "bold 🦊" });
  const merged = merge(
    { state },
    edited(state, (fields) => {
      (fields.get("notes") as Y.Text).format(0, 4, { bold: true });
      (fields.get("notes") as Y.Text).insertEmbed(2, { image: "x" });
    }),
  );
  t.is(merged.fields.notes, "bold 🦊");
  t.is(replaceFields(shape, merged.state, { notes: "bolder 🦊" })?.fields.notes, "bolder 🦊");
});

test("what nests deeper than 500 levels is invalid (rules/content 17)", (t) => {
  const { state } = makeState(shape, EVERY_FIELD);
  const shared = (depth: number) =>
    edited(state, (fields) => {
      let map = fields;
      for (let level = 0; level < depth; level++) {
        const next = new Y.Map<unknown>();
        map.set("a", next);
        map = next;
      }
      map.set("a", 1);
    });
  const plain = (depth: number) =>
    edited(state, (fields) => {
      let value: unknown = 1;
      for (let level = 0; level < depth; level++) value = [value];
      fields.set("a", value);
    });
  t.true(merge({ state }, shared(400)).isChanged);
  t.true(merge({ state }, plain(400)).isChanged);
  for (const depth of [600, 3000]) {
    isRefused(t, shared(depth), state);
    isRefused(t, plain(depth), state);
  }
});

test("lengths and clocks that no client has are invalid, or harmless (rules/content 17)", (t) => {
  const { state, fields } = makeState(shape, EVERY_FIELD);
  const written = (write: (encoder: encoding.Encoder) => void) =>
    encoding.encode((encoder) => {
      write(encoder);
    });
  const numbers = [2 ** 31, 2 ** 32, 2 ** 52, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER];
  for (const length of numbers) {
    const structs = written((encoder) => {
      for (const each of [1, length, 7, 0]) encoding.writeVarUint(encoder, each);
    });
    const clients = written((encoder) => encoding.writeVarUint(encoder, length));
    // The update has one piece of garbage of that length, twice.
    const garbage = written((encoder) => {
      for (const each of [1, 2, 7, 0, 0, length, 0, length, 0]) encoding.writeVarUint(encoder, each);
    });
    const deletions = written((encoder) => {
      for (const each of [0, 1, 7, 1, length, length]) encoding.writeVarUint(encoder, each);
    });
    for (const bytes of [structs, clients]) isRefused(t, bytes, state);
    for (const bytes of [garbage, deletions]) {
      try {
        const merged = merge({ state }, bytes);
        t.deepEqual(merged.fields, fields);
        t.deepEqual(fieldsOf(merged.state), fields);
        t.truthy(replaceFields(shape, merged.state, { name: "x" }));
        t.notThrows(() => Y.applyUpdate(new Y.Doc(), merged.state));
        t.notThrows(() => Y.decodeStateVector(merged.stateVector));
      } catch (error) {
        t.is((error as ServiceError).code, "invalid_params");
      }
    }
  }
});

test("a state vector that is none is invalid", (t) => {
  const { state } = makeState(shape, EVERY_FIELD);
  const update = edited(state, (fields) => fields.set("name", "Grace"));
  for (const vector of [[], [1], [1, 2], [200], [0, 0], [255, 255, 255, 255, 255, 255, 255, 255, 255]]) {
    const error = t.throws(() => merge({ state }, update, Uint8Array.from(vector)), {
      instanceOf: ServiceError,
    });
    t.is(error?.code, "invalid_params");
    t.regex(error?.message ?? "", /^stateVector /);
  }
});

test("a state of more than 6 MB, or of too many pieces, is too large (rules/content 47)", (t) => {
  const made = makeState(shape, { name: "x".repeat(5_500_000), tags: [] });
  const long = edited(made.state, (fields) => fields.set("story", "y".repeat(900_000)));
  const one = t.throws(() => merge(made, long), { instanceOf: ServiceError });
  t.is(one?.code, "payload_too_large");
  const doc = new Y.Doc();
  doc.transact(() => {
    for (let index = 0; index <= 250_000; index++) doc.getMap("fields").set(index % 2 ? "name" : "count", 1);
  });
  const two = t.throws(() => stored(doc), { instanceOf: ServiceError });
  t.is(two?.code, "payload_too_large");
});
