import test from "ava";
import * as encoding from "lib0/encoding";
import * as Y from "yjs";
import { ServiceError } from "../../../contracts/errors.js";
import { makeState } from "../../../services/content/draft/change-state.js";
import { mergeUpdate } from "../../../services/content/draft/merge-update.js";
import { ARTICLE, draftShape } from "./draft-shape.js";

const shape = draftShape(ARTICLE);
const PIECES = 10_000;

test("what would take seconds to open is refused (rules/content 17)", (t) => {
  const made = makeState(shape, { tags: [] });
  const doc = new Y.Doc();
  Y.applyUpdate(doc, made.state);
  doc.clientID = 2;
  const tags = doc.getMap("fields").get("tags") as Y.Array<number>;
  for (let index = 0; index < PIECES; index++) tags.insert(0, [index]);
  const state = Y.encodeStateAsUpdate(doc);
  // Each item claims a place before another item of the chain, so that a merge has to look at all before that one.
  const forged = encoding.encode((encoder) => {
    for (const number of [1, PIECES, 1, 0]) encoding.writeVarUint(encoder, number);
    for (let index = 0; index < PIECES; index++) {
      encoding.writeUint8(encoder, 0x48);
      encoding.writeVarUint(encoder, 2);
      encoding.writeVarUint(encoder, index);
      encoding.writeVarUint(encoder, 1);
      encoding.writeAny(encoder, 1);
    }
    encoding.writeVarUint(encoder, 0);
  });
  const error = t.throws(
    () => mergeUpdate(shape, { state, buffered: null, update: forged, clientVector: Uint8Array.of(0) }),
    { instanceOf: ServiceError },
  );
  t.is(error?.code, "payload_too_large");
});
