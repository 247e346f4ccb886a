import test from "ava";
import { Basis } from "../../../services/delivery/serving/basis.js";
import { partsOf } from "../../../services/delivery/serving/body-writer.js";
import { KeptBodies } from "../../../services/delivery/serving/kept-bodies.js";
import type { View } from "../../../services/delivery/serving/view.js";

const BYTES = 20_000;

/** Answers of a project, of which one fits in one piece; as of a revision by which another document changed or not. */
function openBodies() {
  const bodies = new KeptBodies(2 ** 20, BYTES + 200);
  const view = (revision: number, hasChanged = false) => {
    const basis = new Basis();
    basis.documentIds.add("a document");
    const log = { knows: () => true, isUntouched: () => !hasChanged };
    return {
      project: { log },
      perspective: "published",
      shape: {},
      revision,
      basis,
      cache: {},
    } as unknown as View;
  };
  const make = (key: string, revision = 1) => {
    const body = { parts: partsOf("x".repeat(BYTES)), etag: "", cacheTag: "", window: null };
    // the first time it is only noted
    for (let time = 0; time < 2; time++) bodies.keep(view(revision), key, body);
    return body;
  };
  const ask = async (key: string, times: number) => {
    for (let time = 0; time < times; time++) await bodies.find(view(1), key);
  };
  return { bodies, view, make, ask };
}

test("an answer takes the place of another in one piece only when it is asked for more than twice as often", async (t) => {
  const { make, ask } = openBodies();
  const first = make("first");
  const second = make("second");
  await ask("first", 5);
  t.not(first.parts.whole, null);
  await ask("second", 10);
  t.is(second.parts.whole, null);
  t.not(first.parts.whole, null);
  await ask("second", 1);
  t.not(second.parts.whole, null);
  t.is(first.parts.whole, null);
});

test("an answer that is out of date gives up its place in one piece", async (t) => {
  const { bodies, view, make, ask } = openBodies();
  const first = make("first");
  const second = make("second");
  await ask("first", 5);
  t.is(await bodies.find(view(2, true), "first"), undefined);
  t.is(first.parts.whole, null);
  await ask("second", 1);
  t.not(second.parts.whole, null);
});

test("an answer that is made anew is as wanted as it was", async (t) => {
  const { bodies, view, make, ask } = openBodies();
  make("first");
  const second = make("second");
  await ask("first", 5);
  await ask("second", 10);
  t.is(await bodies.find(view(2, true), "second"), undefined);
  t.is(await bodies.find(view(2), "second"), undefined, "it does not come back");
  t.is(second.parts.whole, null);
  const anew = make("second", 2);
  t.is(await bodies.find(view(2), "second"), anew);
  t.not(anew.parts.whole, null);
});
