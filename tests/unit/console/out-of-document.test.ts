import test from "ava";
import type { MediaPlace } from "../../../console/send/media-places.js";
import { holding, printApart, type Put, spotNow, without } from "../../../console/send/out-of-document.js";
import { changeAt, spotsIn, valueAt } from "../../../console/send/spots.js";

const IMAGE: MediaPlace = {
  steps: [
    { name: "chapters", isItems: true },
    { name: "image", isItems: false },
  ],
  title: "Image",
  isList: false,
  isLocalized: false,
};
const PHOTO: MediaPlace = {
  ...IMAGE,
  steps: [
    { name: "chapters", isItems: true },
    { name: "steps", isItems: true },
    { name: "photo", isItems: false },
  ],
};
const file = (storageId: string) => ({ storageId });
const BEFORE = { chapters: [{ name: "North", image: file("a") }, { name: "South" }] };

/** Puts the file "c" into the n-th spot, as sending does. Returns the draft and the arguments of Undo. */
function put(
  place: MediaPlace,
  nth: number,
  draft: object = BEFORE,
): { draft: Record<string, unknown>; done: Put } {
  const before = draft as Record<string, unknown>;
  const spot = spotsIn(before, place)[nth];
  if (spot === undefined) throw new Error("There is no such spot.");
  const what = { storageId: "c", place, locale: "en" };
  const after = { ...before, ...changeAt(before, place, { spot, locale: "en", value: file("c") }) };
  const held = holding(after, what);
  const print = printApart(after, what, spot);
  const old = valueAt(before, place, "en", spot);
  return { draft: after, done: { ...what, spot: { ...spot, print }, old, isOnly: held.length === 1 } };
}
const chaptersOf = (draft: unknown) => (draft as { chapters: Record<string, unknown>[] }).chapters;

test("Undo puts back what an item had, also where the item has moved or says something else (rules/console 12)", (t) => {
  const { draft, done } = put(IMAGE, 0);
  t.deepEqual(without(draft, done), BEFORE);
  const [north, south] = chaptersOf(draft);
  const moved = { chapters: [south, { name: "New" }, north] };
  t.deepEqual(without(moved, done), {
    chapters: [south, { name: "New" }, { name: "North", image: file("a") }],
  });
  const written = { chapters: [{ ...north, name: "Far north" }, south] };
  t.deepEqual(without(written, done), { chapters: [{ name: "Far north", image: file("a") }, south] });
  const empty = put(IMAGE, 1);
  t.deepEqual(without(empty.draft, empty.done), BEFORE, "where nothing was, nothing is left");
});

test("Undo changes nothing where somebody has put another file there, or it cannot be told which item it was", (t) => {
  const { draft, done } = put(IMAGE, 0);
  const [north, south] = chaptersOf(draft);
  t.is(without({ chapters: [{ ...north, image: file("z") }, south] }, done), null);
  t.is(without({ chapters: [] }, done), null);
  const twice = put(IMAGE, 0, { chapters: [{ name: "One" }, { name: "Two", image: file("c") }] });
  t.false(twice.done.isOnly);
  const [one, two] = chaptersOf(twice.draft);
  t.deepEqual(without(twice.draft, twice.done), { chapters: [{ name: "One" }, two] });
  t.is(without({ chapters: [two, one] }, twice.done), null);
});

test("Undo puts what one item had into no other item, where somebody has moved the file there (rules/console 12)", (t) => {
  const { draft, done } = put(IMAGE, 0);
  const [north, south] = chaptersOf(draft);
  t.is(without({ chapters: [{ name: "North" }, { ...south, image: file("c") }] }, done), null);
  t.is(without({ chapters: [{ ...south, image: file("c") }, { name: "North" }] }, done), null);
  t.is(
    without({ chapters: [south, { ...north, name: "Far north" }] }, done),
    null,
    "which one that is is not known",
  );
  const alike = put(IMAGE, 0, { chapters: [{ image: file("a") }, {}] });
  t.is(without({ chapters: [{}, { image: file("c") }] }, alike.done), null);
});

test("an item that has the file since an answer was lost is the one that was chosen", (t) => {
  const [spot] = spotsIn(BEFORE, IMAGE);
  if (spot === undefined) throw new Error("There are two.");
  const { draft } = put(IMAGE, 0);
  const now = (storageId: string) =>
    spotNow({ draft, draftVersion: 2 }, { spot, version: 1 }, { storageId, place: IMAGE, locale: "en" })
      ?.items;
  t.deepEqual(now("c"), [0]);
  t.is(now("z"), undefined);
});

test("Undo takes away an item that was made for the file, and no item in which somebody has written since", (t) => {
  const { draft, done } = put(IMAGE, 2);
  t.is(chaptersOf(draft).length, 3);
  t.deepEqual(without(draft, done), BEFORE);
  const made = chaptersOf(draft)[2];
  t.is(without({ chapters: [...BEFORE.chapters, { ...made, name: "Written" }] }, done), null);
  const deep = put(PHOTO, 0, { chapters: [{ name: "North" }] });
  t.deepEqual(chaptersOf(deep.draft), [{ name: "North", steps: [{ photo: file("c") }] }]);
  t.deepEqual(without(deep.draft, deep.done), { chapters: [{ name: "North", steps: [] }] });
  const outer = put(PHOTO, 1, { chapters: [{ name: "North" }] });
  t.deepEqual(without(outer.draft, outer.done), { chapters: [{ name: "North" }] });
});
