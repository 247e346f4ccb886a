import { createContext, use, useCallback, useSyncExternalStore } from "react";
import * as Y from "yjs";
import type { FieldDefinition, ItemDefinition } from "../../../contracts/content-schema.js";
import type { ContentType, Issue, Locale } from "../queries.js";
import type { DraftSession } from "./session.js";

export type Definition = FieldDefinition | ItemDefinition;

/** The data that every field of an editor reads. */
export interface Draft {
  session: DraftSession;
  projectId: string;
  types: readonly ContentType[];
  /** The languages that the editor shows, in order. */
  locales: readonly Locale[];
  defaultLocale: string;
  issues: readonly Issue[];
  /** A publish was tried, so fields also report missing values. */
  isStrict: boolean;
}

export const DraftContext = createContext<Draft | null>(null);

export function useDraft(): Draft {
  const draft = use(DraftContext);
  if (draft === null) throw new Error("There is no draft around this field.");
  return draft;
}

/** The shared container of a value: a map with named entries, or a list. */
export type Holder = Y.Map<unknown> | Y.Array<unknown>;
export interface FieldLocation {
  holder: Holder;
  at: string | number;
  /** The path of the field as issues name it. */
  path: string;
  locale?: string;
}

export const readAt = ({ holder, at }: FieldLocation): unknown =>
  holder instanceof Y.Map ? holder.get(String(at)) : holder.get(Number(at));

/**
 * Writes a value. `undefined` removes an entry of a map and becomes null in a list, where the other items
 * keep their positions.
 */
export function writeAt({ holder, at }: FieldLocation, value: unknown): void {
  if (holder instanceof Y.Map) {
    if (value === undefined) holder.delete(String(at));
    else holder.set(String(at), value);
    return;
  }
  holder.delete(Number(at), 1);
  holder.insert(Number(at), [value ?? null]);
}

/**
 * Returns the value at a location and renders again if it is replaced; a shared value reports its own
 * changes.
 */
export function useValue(location: FieldLocation): unknown {
  const { holder } = location;
  const subscribe = useCallback(
    (listener: () => void) => {
      holder.observe(listener);
      return () => holder.unobserve(listener);
    },
    [holder],
  );
  return useSyncExternalStore(subscribe, () => readAt(location));
}

/** Returns the items of a list and renders again when the list changes. */
export function useItems(list: Y.Array<unknown> | null): readonly unknown[] {
  const [subscribe, read] = useListStore(list);
  useSyncExternalStore(subscribe, read);
  return list?.toArray() ?? [];
}

let looks = 0;
const LOOKS = new WeakMap<Y.Array<unknown>, number>();
const useListStore = (list: Y.Array<unknown> | null) => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const look = () => {
        if (list !== null) LOOKS.set(list, (looks += 1));
        listener();
      };
      list?.observe(look);
      return () => list?.unobserve(look);
    },
    [list],
  );
  return [subscribe, () => (list === null ? 0 : (LOOKS.get(list) ?? 0))] as const;
};

/**
 * Returns the shared value at a location, and makes it if there is none, as for a field that the type has
 * just got.
 */
export function sharedAt<T extends Y.Text | Y.Array<unknown> | Y.Map<unknown>>(
  location: FieldLocation,
  kind: new () => T,
): T {
  const found = readAt(location);
  if (found instanceof kind) return found;
  writeAt(location, new kind());
  return readAt(location) as T;
}

/** Returns the issues at a location; with `isInside` also the issues of the items and fields inside it. */
export const issuesAt = (
  issues: readonly Issue[],
  { path, locale }: FieldLocation,
  isInside = false,
): Issue[] =>
  issues.filter(
    (issue) =>
      (locale === undefined || issue.locale === undefined || issue.locale === locale) &&
      (issue.path === path ||
        (isInside && (issue.path.startsWith(`${path}[`) || issue.path.startsWith(`${path}.`)))),
  );
