import { isObject, type Json, listOf, type MediaPlace } from "./media-places.js";
import type { Spot } from "./spots.js";

/** Number of letters of a text that are enough to recognize an item. */
const MOST = 40;

/** Returns the title of a spot: the number and the first text of each item on its path. */
export function spotTitle(draft: Json, { steps }: MediaPlace, { items }: Spot): string {
  const left = [...items];
  const titles: string[] = [];
  let value: unknown = draft;
  for (const { name, isItems } of steps) {
    value = isObject(value) ? value[name] : undefined;
    if (!isItems) continue;
    const at = left.shift() ?? null;
    value = at === null ? undefined : listOf(value)[at];
    titles.push(at === null ? "New item" : [`${at + 1}`, ...textIn(value)].join(". "));
    if (at === null) break;
  }
  return titles.join(" › ");
}

/** Returns the first text of an item in an array; an empty one if it has none. */
function textIn(item: unknown): string[] {
  const texts = isObject(item) ? Object.values(item) : [];
  const text = texts.find((one): one is string => typeof one === "string" && one.trim() !== "")?.trim();
  if (text === undefined) return [];
  return [text.length > MOST ? `${text.slice(0, MOST).trimEnd()}…` : text];
}
