import test from "ava";
import * as Y from "yjs";
import { ServiceError } from "../../../contracts/errors.js";
import type { DraftNow } from "../../../services/content/documents/draft-state.repository.js";
import { withFields } from "../../../services/content/documents/with-fields.js";
import { insideTransaction } from "../../../runtime/database/sqlite/shared-connection.js";
import { Drafts } from "../../../services/content/draft/drafts.js";
import { isOverweight } from "../../../services/content/draft/draft-limits.js";
import { NeedsThread } from "../../../services/content/draft/needs-thread.js";
import { ARTICLE, draftShape, EVERY_FIELD } from "./draft-shape.js";

const shape = draftShape(ARTICLE);
const NOTHING = Uint8Array.of(0);
const drafts = new Drafts();
test.after.always(() => drafts.stop());

const LARGE = { ...EVERY_FIELD, notes: "A long text. ".repeat(20_000) };

test.serial(
  "a large draft is made, read, replaced and merged in a thread like a small one here",
  async (t) => {
    const made = await drafts.make(shape, LARGE);
    t.deepEqual(made.fields, LARGE);
    t.deepEqual(await drafts.read(made.state), LARGE);
    t.is(await drafts.replace(shape, made, LARGE), null);
    const replaced = await drafts.replace(shape, made, { ...LARGE, count: 4 });
    t.is(replaced?.fields.count, 4);
    const doc = new Y.Doc();
    Y.applyUpdate(doc, made.state);
    (doc.getMap("fields").get("notes") as Y.Text).insert(0, "🦊 ");
    const merged = await drafts.merge(shape, {
      state: replaced?.state ?? made.state,
      buffered: null,
      update: Y.encodeStateAsUpdate(doc, made.stateVector),
      clientVector: Y.encodeStateVector(doc),
    });
    t.is(merged.fields.notes, `🦊 ${LARGE.notes}`);
    t.is(merged.fields.count, 4);
  },
);

test.serial(
  "inside a transaction no draft asks for a thread, and small ones need none (rules/content 62)",
  async (t) => {
    const large = { notes: LARGE.notes };
    const made = await drafts.make(shape, large);
    const state = { state: made.state, moved: null };
    const merge = { state: made.state, buffered: null, update: NOTHING, clientVector: NOTHING };
    let behind: Promise<unknown> | undefined;
    await insideTransaction(async () => {
      for (const ask of [
        () => drafts.settle(shape, large, {}),
        () => drafts.make(shape, large),
        () => drafts.read(made.state),
        () => drafts.replace(shape, state, {}),
        () => drafts.complete(shape, state),
        () => drafts.merge(shape, merge),
      ])
        await t.throwsAsync(ask, { instanceOf: NeedsThread });
      t.deepEqual((await drafts.make(shape, { count: 1 })).fields, { count: 1 });
      behind = new Promise(setImmediate).then(() => drafts.read(made.state));
    });
    t.deepEqual(await behind, large);
  },
);

test.serial("what is refused in a thread is refused as here", async (t) => {
  const made = await drafts.make(shape, LARGE);
  const update = new Uint8Array(30_000).fill(255);
  const error = await t.throwsAsync(
    drafts.merge(shape, { state: made.state, buffered: null, update, clientVector: NOTHING }),
    { instanceOf: ServiceError },
  );
  t.is(error?.code, "invalid_params");
});

test.serial("an update that would take very long to merge does not hold the event loop up", async (t) => {
  const base = await drafts.make(shape, { tags: ["a", "b"] });
  // Thousands of people insert at one place at once.
  const updates = Array.from({ length: 3000 }, (_, index) => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, base.state);
    doc.clientID = index + 1;
    (doc.getMap("fields").get("tags") as Y.Array<string>).insert(1, ["x"]);
    return Y.encodeStateAsUpdate(doc, base.stateVector);
  });
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const merged = await drafts.merge(shape, {
    state: base.state,
    buffered: null,
    update: Y.mergeUpdates(updates),
    clientVector: NOTHING,
  });
  clearInterval(timer);
  t.is((merged.fields.tags as unknown[]).length, 3002);
  t.true(turns > 0);
});

test.serial(
  "blocks without keys that many others equal are paired off the event loop, also where nobody has opened the document (rules/running 24)",
  async (t) => {
    const bodyOf = (ends: string[], more: object = {}) => ({
      body: [ends[0], ...Array.from({ length: 20_000 }, () => "same"), ends[1]].map((style, at) => ({
        _type: "block",
        style,
        ...more,
        ...("_key" in more && { _key: `k${at}` }),
      })),
    });
    const draft = bodyOf(["a", "b"], { _key: "" });
    const now = { document: { draft }, live: null, shape, epoch: 0 } as unknown as DraftNow;
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const next = await withFields({ drafts }, now, bodyOf(["c", "d"]));
    clearInterval(timer);
    t.true(turns > 0);
    t.true(next.isChanged);
    const keys = (next.fields.body as { _key: string }[]).map(({ _key }) => _key);
    t.is(new Set(keys).size, keys.length);
    t.deepEqual(
      keys.slice(1, -1),
      draft.body.slice(1, -1).map((block) => ("_key" in block ? block._key : "")),
    );
  },
);

test.serial("a state is too heavy above 256 KB and eight times its JSON (rules/content 54)", (t) => {
  t.false(isOverweight(256 * 1024, 10));
  t.true(isOverweight(256 * 1024 + 1, 10));
  t.false(isOverweight(800_000, 100_000));
  t.true(isOverweight(800_001, 100_000));
});
