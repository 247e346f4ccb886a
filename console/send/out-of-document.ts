import { fileAt, holds, type Json, listOf, type MediaPlace, withFile } from "./media-places.js";
import {
  changeAt,
  type ChosenSpot,
  foundAgain,
  isSamePosition,
  printOf,
  type Spot,
  spotsIn,
  valueAt,
} from "./spots.js";

/** The record of a file that was put into a document, from which Undo works. */
export interface Put {
  storageId: string;
  place: MediaPlace;
  locale: string;
  /** The spot of the file. Its print is that of the item without the file. */
  spot: Spot;
  /** The earlier value. */
  old: unknown;
  /** No other item of the document has the file at this place. */
  isOnly: boolean;
}

/**
 * Returns the change of a draft that removes the file and restores the earlier value; an item that was made
 * for the file goes too. Returns null if somebody has changed the place since (rules/console 12).
 */
export function without(draft: Json, put: Put): Json | null {
  const { storageId, place, locale, spot, old, isOnly } = put;
  if (spot.items.includes(null)) return withoutItem(draft, put);
  const held = holding(draft, put);
  // Items may have moved. If several have the file, only an otherwise unchanged one is known to be the same.
  const isAlone = isOnly && held.length === 1;
  const here = isAlone ? held[0] : held.find((one) => isSamePosition(one, spot));
  if (here === undefined) return null;
  // The file may have been moved into another item too.
  const alike = spotsIn(draft, place).filter((one) => printApart(draft, put, one) === spot.print);
  const isUntouched = alike.some((one) => isSamePosition(one, here));
  const isIts = isSamePosition(here, spot)
    ? isUntouched || (isAlone && alike.length === 0)
    : isUntouched && alike.length === 1;
  if (!isIts) return null;
  const now = valueAt(draft, place, locale, here);
  const value = place.isList ? listOf(now).filter((item) => fileAt(item) !== storageId) : (old ?? null);
  return changeAt(draft, place, { spot: here, locale, value });
}

/** Returns the print of a spot's item without the file; null if there is no item. */
export function printApart(
  draft: Json,
  { storageId, place, locale }: Pick<Put, "storageId" | "place" | "locale">,
  spot: Spot,
): string | null {
  if (spot.items.includes(null)) return spot.print;
  const now = valueAt(draft, place, locale, spot);
  const value = place.isList ? listOf(now).filter((item) => fileAt(item) !== storageId) : null;
  const apart = spotsIn(changeAt(draft, place, { spot, locale, value }), place);
  return apart.find((one) => isSamePosition(one, spot))?.print ?? null;
}

/** Returns the spots of a draft that have the file at the place. */
export const holding = (
  draft: Json,
  { storageId, place, locale }: Omit<Put, "spot" | "old" | "isOnly">,
): Spot[] =>
  spotsIn(draft, place).filter(
    (one) => !one.items.includes(null) && holds(place, valueAt(draft, place, locale, one), storageId),
  );

/**
 * Returns the present position of a chosen spot. If the answer to sending was lost, it is the spot at the
 * same position that has the file now.
 */
export const spotNow = (
  document: { draft: Json; draftVersion: number },
  chosen: ChosenSpot,
  what: Pick<Put, "storageId" | "place" | "locale">,
): Spot | undefined =>
  foundAgain(document, what.place, chosen) ??
  holding(document.draft, what).find((one) => isSamePosition(one, chosen.spot));

/** Removes the item that was made, if it contains the file and nothing else. */
function withoutItem(draft: Json, { storageId, place, spot }: Put): Json | null {
  const nth = spot.items.indexOf(null);
  const ends = place.steps.flatMap(({ isItems }, at) => (isItems ? [at] : []));
  const end = (ends[nth] ?? 0) + 1;
  const list: MediaPlace = {
    ...place,
    steps: place.steps
      .slice(0, end)
      .map((step, at) => ({ ...step, isItems: step.isItems && at !== end - 1 })),
  };
  const made = changeAt(
    {},
    { ...place, steps: place.steps.slice(end) },
    {
      spot: { items: spot.items.slice(nth + 1), print: null },
      locale: "",
      value: withFile(place, undefined, storageId),
    },
  );
  const itemsAt = (one: Spot) => listOf(valueAt(draft, list, "", one));
  const isMade = (item: unknown) => printOf(item) === printOf(made);
  const lists = spotsIn(draft, list).filter((one) => itemsAt(one).some(isMade));
  const outer = spot.items.slice(0, nth).join();
  const here =
    lists.find(({ items }) => items.join() === outer) ?? (lists.length === 1 ? lists[0] : undefined);
  if (here === undefined) return null;
  const items = itemsAt(here);
  const gone = items.findLastIndex(isMade);
  return changeAt(draft, list, { spot: here, locale: "", value: items.filter((_, at) => at !== gone) });
}
