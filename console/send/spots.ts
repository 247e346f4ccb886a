import { isObject, type Json, listOf, type MediaPlace, type Step } from "./media-places.js";

/**
 * A position in one document: an item index for each list of objects on the path; null is a new item at the
 * end.
 */
export interface Spot {
  items: readonly (number | null)[];
  /** The existing items on the path as one text, by which they are recognized after a move; null for none. */
  print: string | null;
}

/** Returns the spot of a new document, in which every item on the path is new. */
export const newSpot = ({ steps }: MediaPlace): Spot => ({
  items: steps.filter(({ isItems }) => isItems).map(() => null),
  print: null,
});

/**
 * Returns all spots of a place in a draft: the items of its lists in order, and after each list a new item.
 */
export const spotsIn = (draft: Json, { steps }: MediaPlace): Spot[] => within(draft, steps, null);

function within(value: unknown, [step, ...rest]: readonly Step[], print: string | null): Spot[] {
  if (step === undefined) return [{ items: [], print }];
  const inner = isObject(value) ? value[step.name] : undefined;
  if (!step.isItems) return within(inner, rest, print);
  const deeper = (item: unknown, at: number | null, own: string | null) =>
    within(item, rest, own).map((spot) => ({ ...spot, items: [at, ...spot.items] }));
  return [
    ...listOf(inner).flatMap((item, at) => deeper(item, at, `${print ?? ""}${printOf(item)}`)),
    ...within(undefined, rest, print).map((spot) => ({ ...spot, items: [null, ...spot.items] })),
  ];
}

/** Returns a value as a text that does not depend on the order of keys. */
export const printOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

/** A chosen spot, and the version of the draft from which it was chosen. */
export interface ChosenSpot {
  spot: Spot;
  version: number;
}

export const isSamePosition = (one: Spot, other: Spot): boolean => one.items.join() === other.items.join();

/**
 * Returns the chosen spot in a draft that may have changed, wherever its item has moved. Returns undefined if
 * the item is gone, or if several items of a changed draft are equal (rules/console 12).
 */
export function foundAgain(
  { draft, draftVersion }: { draft: Json; draftVersion: number },
  place: MediaPlace,
  { spot, version }: ChosenSpot,
): Spot | undefined {
  // The print contains the inner items, whose positions must be the same.
  const within = JSON.stringify(spot.items.slice(1));
  const alike = spotsIn(draft, place).filter(
    ({ items, print }) =>
      print === spot.print &&
      (items[0] === null) === (spot.items[0] === null) &&
      JSON.stringify(items.slice(1)) === within,
  );
  if (alike.length === 1) return alike[0];
  return draftVersion === version ? alike.find((one) => isSamePosition(one, spot)) : undefined;
}

/** Returns the path of a place, with the language as its last step if the place is localized. */
const stepsOf = ({ steps, isLocalized }: MediaPlace, locale: string): readonly Step[] =>
  isLocalized ? [...steps, { name: locale, isItems: false }] : steps;

/** Returns the value at a spot of a draft, in the given language if the place is localized. */
export function valueAt(draft: Json, place: MediaPlace, locale: string, { items }: Spot): unknown {
  const left = [...items];
  return stepsOf(place, locale).reduce<unknown>((value, { name, isItems }) => {
    const inner = isObject(value) ? value[name] : undefined;
    const at = isItems ? left.shift() : undefined;
    return isItems ? (typeof at === "number" ? listOf(inner)[at] : undefined) : inner;
  }, draft);
}

interface Change {
  spot: Spot;
  locale: string;
  /** The new value; null clears the field. */
  value: unknown;
}

/** Returns the change of a draft that sets one value and leaves all others. */
export const changeAt = (draft: Json, place: MediaPlace, { spot, locale, value }: Change): Json =>
  changed(draft, stepsOf(place, locale), spot.items, { value, isWhole: false }) as Json;

/** Outside of lists the change contains only the changed fields; a list and its items are written whole. */
function changed(
  now: unknown,
  [step, ...rest]: readonly Step[],
  items: readonly (number | null)[],
  what: { value: unknown; isWhole: boolean },
): unknown {
  if (step === undefined) return what.value;
  const object = isObject(now) ? now : {};
  const inner = object[step.name];
  const next = step.isItems
    ? changedList(listOf(inner), rest, items, what.value)
    : changed(inner, rest, items, what);
  const kept = what.isWhole ? object : {};
  if (what.isWhole && next === null)
    return Object.fromEntries(Object.entries(kept).filter(([name]) => name !== step.name));
  return { ...kept, [step.name]: next };
}

function changedList(
  list: readonly unknown[],
  rest: readonly Step[],
  [at = null, ...items]: readonly (number | null)[],
  value: unknown,
): readonly unknown[] {
  const put = (item: unknown) => changed(item, rest, items, { value, isWhole: true });
  return at === null ? [...list, put({})] : list.map((item, nth) => (nth === at ? put(item) : item));
}
