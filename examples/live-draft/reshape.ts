import * as Y from "yjs";
import { adoptValue, copyOf, identities } from "./adopt.js";

interface Versions<T> {
  /** The draft as the service last had it, and the same with one's own edits: two documents with one history. */
  served: T;
  mine: T;
  /** The draft of another epoch. */
  theirs: T;
}

/**
 * Gives the entries of `served` and `mine` the kinds that `theirs` has, which differ after a change of the type: a text becomes
 * a map by locale, a plain value a text, or back. One's own edits of such an entry are made again in its new form; a bare value
 * is the one of the default locale.
 */
export function reshape({ served, mine, theirs }: Versions<Y.Doc>, defaultLocale: string): void {
  const own = served.clientID;
  // Where somebody set the entry too, the greatest client's value stays, which is the new form.
  served.clientID = 2 ** 32;
  const roots = {
    served: served.getMap("fields"),
    mine: mine.getMap("fields"),
    theirs: theirs.getMap("fields"),
  };
  reshapeMap(roots, defaultLocale);
  served.clientID = own;
}

function reshapeMap({ served, mine, theirs }: Versions<Y.Map<unknown>>, defaultLocale: string): void {
  for (const [key, like] of theirs.entries()) {
    const [before, after] = [served.get(key), mine.get(key)];
    if (before === undefined && after === undefined) continue;
    if (kindOf(before ?? like) !== kindOf(like) || kindOf(after ?? like) !== kindOf(like)) {
      // A shared value can be read only in a document.
      const scratch = new Y.Doc().getMap("scratch");
      const locales = isByKey(like) ? [defaultLocale] : editedOf(before, after, defaultLocale);
      scratch.set("mine", shaped(like, after, locales));
      served.set(key, shaped(like, before, locales));
      if (mine.doc && served.doc) Y.applyUpdate(mine.doc, Y.encodeStateAsUpdate(served.doc));
      const wanted = scratch.get("mine");
      if (!adoptValue(mine.get(key), wanted)) mine.set(key, wanted);
    } else reshapeInside({ served: before, mine: after, theirs: like }, defaultLocale);
  }
}

function reshapeInside({ served, mine, theirs }: Versions<unknown>, defaultLocale: string): void {
  if (served instanceof Y.Map && mine instanceof Y.Map && theirs instanceof Y.Map)
    reshapeMap({ served, mine, theirs }, defaultLocale);
  if (!(served instanceof Y.Array && mine instanceof Y.Array && theirs instanceof Y.Array)) return;
  const [ours, others] = [identities(mine), identities(theirs)];
  for (const [index, id] of identities(served).entries())
    reshapeInside(
      {
        served: served.get(index),
        mine: mine.get(ours.indexOf(id)),
        theirs: theirs.get(others.indexOf(id)),
      },
      defaultLocale,
    );
}

/**
 * The value in the form of `like`. A bare value becomes that of the first of `locales`; of a map that becomes bare, what the
 * `locales` say is put together.
 */
function shaped(like: unknown, value: unknown, locales: readonly string[]): unknown {
  const [locale = ""] = locales;
  if (like instanceof Y.Map && !isByKey(value))
    return new Y.Map(value === undefined ? [] : [[locale, shaped(like.get(locale), value, [])]]);
  const isMap = isByKey(value) && !isByKey(like);
  const parts = isMap ? locales.map((key) => entryOf(value, key)) : [value];
  const texts = parts.map(jsonOf).filter((part) => typeof part === "string" && part !== "");
  if (like instanceof Y.Text) return new Y.Text(texts.join("\n"));
  if (like instanceof Y.Array) {
    const list = new Y.Array<unknown>();
    for (const part of parts) if (part instanceof Y.Array) list.push(part.toArray().map(copyOf));
    return list;
  }
  if (like instanceof Y.Map)
    return new Y.Map(keysOf(value).map((key) => [key, shaped(like.get(key), entryOf(value, key), [])]));
  if (like === undefined && value instanceof Y.AbstractType) return value.clone();
  return isMap && texts.length > 1 ? texts.join("\n") : jsonOf(parts[0]);
}

/** The locales of a map whose value becomes the bare one: those where one's own edits are, or the default locale. */
function editedOf(before: unknown, after: unknown, defaultLocale: string): string[] {
  const said = (value: unknown, key: string) => JSON.stringify(jsonOf(entryOf(value, key)));
  const keys = [...new Set([...keysOf(before), ...keysOf(after)])];
  const edited = keys.filter((key) => said(before, key) !== said(after, key));
  return edited.length > 0 ? edited : [defaultLocale];
}

const kindOf = (value: unknown): string =>
  value instanceof Y.Text
    ? "text"
    : value instanceof Y.Map
      ? "map"
      : value instanceof Y.Array
        ? "list"
        : "plain";

const jsonOf = (value: unknown): unknown => (value instanceof Y.AbstractType ? value.toJSON() : value);

/** Tells values by key from bare ones; a stored file is one value. */
const isByKey = (value: unknown): boolean =>
  value instanceof Y.Map ||
  (typeof value === "object" && value !== null && value.constructor === Object && !("storageId" in value));

const keysOf = (value: unknown): string[] =>
  value instanceof Y.Map ? [...value.keys()] : isByKey(value) ? Object.keys(value as object) : [];

const entryOf = (value: unknown, key: string): unknown =>
  value instanceof Y.Map
    ? value.get(key)
    : isByKey(value)
      ? (value as Record<string, unknown>)[key]
      : undefined;
