import test from "ava";
import fc from "fast-check";
import { byKey, MOST_ZOOM, moved, type View, WHOLE, zoomed } from "../../../console/generate/compare/view.js";

const within = fc.double({ min: -0.5, max: 0.5, noNaN: true });
const place = fc.record({ x: within, y: within });
const step = fc.oneof(
  fc.record({ by: fc.double({ min: 0.2, max: 5, noNaN: true }), at: place }),
  fc.record({ move: fc.record({ x: fc.double({ min: -3, max: 3, noNaN: true }), y: within }) }),
);

test("however a picture is enlarged and moved, it fills its frame (rules/console 10)", (t) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let view: View = WHOLE;
      for (const one of steps) view = "move" in one ? moved(view, one.move) : zoomed(view, one.by, one.at);
      const room = (view.zoom - 1) / 2 + 1e-9;
      return view.zoom >= 1 && view.zoom <= MOST_ZOOM && Math.abs(view.x) <= room && Math.abs(view.y) <= room;
    }),
  );
  t.pass();
});

test("what is under the pointer stays there while it is enlarged", (t) => {
  const at = { x: 0.25, y: -0.125 };
  const before = zoomed(WHOLE, 2);
  const after = zoomed(before, 2, at);
  const under = (view: View) => ({ x: (at.x - view.x) / view.zoom, y: (at.y - view.y) / view.zoom });
  t.deepEqual(under(after), under(before));
  t.is(after.zoom, 4);
});

test("keys enlarge, move and show all of it; others do nothing", (t) => {
  const large = byKey(WHOLE, "+") ?? WHOLE;
  t.is(large.zoom, 1.5);
  t.true((byKey(large, "ArrowRight")?.x ?? 0) < 0);
  t.deepEqual(byKey(large, "0"), WHOLE);
  t.is(byKey(large, "x"), null);
});
