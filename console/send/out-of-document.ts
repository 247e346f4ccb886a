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

/** What was put where. */
export interface Put {
  storageId: string;
  place: MediaPlace;
  locale: string;
  /** Where it went; its print is what its item says apart from the file. */
  spot: Spot;
  /** What stood there before. */
  old: unknown;
  /** Whether no other item of the document has the file there. */
  isOnly: boolean;
}

/**
 * The change that takes a file back out of a draft and puts back what was there before; an item that was made for it goes. Null where
 * somebody has changed the place since (rules/console 12).
 */
export function without(draft: Json, put: Put): Json | null {
  const { storageId, place, locale, spot, old, isOnly } = put;
  if (spot.items.includes(null)) return withoutItem(draft, put);
  const held = holding(draft, put);
  // Items may have moved since. Where several have the file, only one that is untouched is known to be the same.
  const isAlone = isOnly && held.length === 1;
  const here = isAlone ? held[0] : held.find((one) => isSamePosition(one, spot));
  if (here === undefined) return null;
  // The file may have been moved, too, into another item.
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

/** What the item of a spot says apart from the file, as a print has it; null where there is no item. */
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

/** The items of a draft that have the file at the place. */
export const holding = (
  draft: Json,
  { storageId, place, locale }: Omit<Put, "spot" | "old" | "isOnly">,
): Spot[] =>
  spotsIn(draft, place).filter(
    (one) => !one.items.includes(null) && holds(place, valueAt(draft, place, locale, one), storageId),
  );

/** A spot that was chosen, as it is now; where the answer of sending was lost, the one at its position that has the file since. */
export const spotNow = (
  document: { draft: Json; draftVersion: number },
  chosen: ChosenSpot,
  what: Pick<Put, "storageId" | "place" | "locale">,
): Spot | undefined =>
  foundAgain(document, what.place, chosen) ??
  holding(document.draft, what).find((one) => isSamePosition(one, chosen.spot));

/** Takes away the item that was made, as long as it has the file and nothing else. */
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
