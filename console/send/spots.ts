import { isObject, type Json, listOf, type MediaPlace, type Step } from "./media-places.js";

/** A place in one document: of each list of objects on the way, which item; null is a new one at its end. */
export interface Spot {
  items: readonly (number | null)[];
  /** The items on the way that there are, in one text: they are known again by what they say, wherever they have moved. Null for none. */
  print: string | null;
}

/** Where no list of objects is on the way, and in a document that is new. */
export const newSpot = ({ steps }: MediaPlace): Spot => ({
  items: steps.filter(({ isItems }) => isItems).map(() => null),
  print: null,
});

/** All spots of a place in a draft: the items of its lists in their order, and behind those of each list a new one. */
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

/** A value in one text, whatever the order of its keys. */
export const printOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

/** A spot that was chosen, and the version of the draft in which it was. */
export interface ChosenSpot {
  spot: Spot;
  version: number;
}

export const isSamePosition = (one: Spot, other: Spot): boolean => one.items.join() === other.items.join();

/**
 * The same spot in a draft that may have changed meanwhile, wherever its item has moved. Undefined where it is gone, or where several
 * items of a changed draft say the same (rules/console 12).
 */
export function foundAgain(
  { draft, draftVersion }: { draft: Json; draftVersion: number },
  place: MediaPlace,
  { spot, version }: ChosenSpot,
): Spot | undefined {
  // The outermost item says what is within it: further in, positions are the same.
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

/** The steps of a place, the last one into a language where it has languages. */
const stepsOf = ({ steps, isLocalized }: MediaPlace, locale: string): readonly Step[] =>
  isLocalized ? [...steps, { name: locale, isItems: false }] : steps;

/** What stands at a spot of a draft, in a language where the place has languages. */
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
  /** Null clears. */
  value: unknown;
}

/** The change of a draft that puts a value at a spot and leaves everything else. */
export const changeAt = (draft: Json, place: MediaPlace, { spot, locale, value }: Change): Json =>
  changed(draft, stepsOf(place, locale), spot.items, { value, isWhole: false }) as Json;

/** Outside of lists only what changes is said; a list is said as a whole, and so are its items. */
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
