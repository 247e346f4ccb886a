import test from "ava";
import fc from "fast-check";
import * as Y from "yjs";
import { adopt } from "../../../examples/live-draft/adopt.js";
import { rebased } from "../../../examples/live-draft/live-draft.js";
import { makeState } from "../../../services/content/draft/change-state.js";
import { SERVICE_CLIENT } from "../../../services/content/draft/permanent-entries.js";
import { saidBy } from "../../helpers/said-by.js";
import { arbitraryDraft } from "../content/arbitrary-draft.js";
import { ARTICLE, draftShape, EVERY_FIELD } from "../content/draft-shape.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);
const shape = draftShape(ARTICLE);

const docOf = (state: Uint8Array): Y.Doc => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return doc;
};
const fieldsOf = (doc: Y.Doc): Y.Map<unknown> => doc.getMap("fields");

test("a draft adopts what another one says", (t) => {
  fc.assert(
    fc.property(arbitraryDraft, arbitraryDraft, (one, other) => {
      const [target, source] = [docOf(makeState(shape, one).state), docOf(makeState(shape, other).state)];
      adopt(fieldsOf(target), fieldsOf(source));
      t.deepEqual(saidBy(target), saidBy(source));
      const before = Y.encodeStateVector(target);
      adopt(fieldsOf(target), fieldsOf(source));
      t.deepEqual(Y.encodeStateVector(target), before);
    }),
    { numRuns },
  );
});

test("pending edits are made again on the state of another epoch, and none is lost (rules/content 16 and 23)", (t) => {
  const edit = fc.record({ verb: fc.nat(4), at: fc.nat(1000) });
  const edits = fc.array(edit, { maxLength: 15 });
  fc.assert(
    fc.property(edits, edits, (mineEdits, theirEdits) => {
      const { state } = makeState(shape, { ...EVERY_FIELD, notes: "🦊" });
      const [served, mine, theirs] = [docOf(state), docOf(state), docOf(state)];
      const letters = ["🦊"];
      const blocks = ["k1", "k2"];
      for (const [who, doc, list] of [
        ["mine", mine, mineEdits],
        ["theirs", theirs, theirEdits],
      ] as const) {
        if (list.length > 0) fieldsOf(doc).set("count", who);
        for (const [index, { verb, at }] of list.entries()) {
          const fields = fieldsOf(doc);
          if (verb < 2) {
            const letter = String.fromCodePoint((who === "mine" ? 0x1f600 : 0x1f400) + index);
            const text = fields.get("notes") as Y.Text;
            const all = [...text.toJSON()];
            text.insert(all.slice(0, at % (all.length + 1)).join("").length, letter);
            letters.push(letter);
          } else if (verb === 2) {
            const body = fields.get("body") as Y.Array<unknown>;
            body.insert(at % (body.length + 1), [new Y.Map<unknown>([["_key", `${who}${index}`]])]);
            blocks.push(`${who}${index}`);
          } else if (verb === 3) fields.set(who === "mine" ? "name" : "at", `${who} ${index}`);
          else {
            const block = (fields.get("body") as Y.Array<Y.Map<unknown>>)
              .toArray()
              .find((each) => each.get("_key") === (who === "mine" ? "k1" : "k2"));
            block?.set("style", `${who} ${index}`);
          }
        }
      }
      // The service rebuilds its state.
      const rebuilt = makeState(shape, saidBy(theirs));
      const [name, at] = [fieldsOf(mine).get("name"), fieldsOf(theirs).get("at")];
      const styles = [blockStyle(mine, "k1"), blockStyle(theirs, "k2")];
      const next = rebased({ mine, served, state: rebuilt.state, defaultLocale: "en" });
      const fields = fieldsOf(next).toJSON() as {
        notes: string;
        body: { _key: string }[];
        count: unknown;
      };
      t.deepEqual([...fields.notes].toSorted(), letters.toSorted());
      t.deepEqual(fields.body.map(({ _key }) => _key).toSorted(), blocks.toSorted());
      t.like(fields, { name, at, count: mineEdits.length > 0 ? "mine" : fields.count });
      t.deepEqual([blockStyle(next, "k1"), blockStyle(next, "k2")], styles);
      // Nothing of the old state is sent.
      const sent = Y.decodeStateVector(Y.encodeStateVector(next));
      for (const client of Y.decodeStateVector(Y.encodeStateVector(served)).keys())
        t.true(client === SERVICE_CLIENT || !sent.has(client));
      t.is(sent.get(SERVICE_CLIENT), Y.decodeStateVector(rebuilt.stateVector).get(SERVICE_CLIENT));
    }),
    { numRuns },
  );
});

const blockStyle = (doc: Y.Doc, key: string): unknown =>
  (fieldsOf(doc).toJSON() as { body: { _key: string; style: string }[] }).body.find(
    ({ _key }) => _key === key,
  )?.style;
