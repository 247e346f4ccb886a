import { createContext, use, useCallback, useSyncExternalStore } from "react";
import * as Y from "yjs";
import type { FieldDefinition, ItemDefinition } from "../../../contracts/content-schema.js";
import type { ContentType, Issue, Locale } from "../queries.js";
import type { DraftSession } from "./session.js";

export type Definition = FieldDefinition | ItemDefinition;

/** What every field of an editor knows. */
export interface Draft {
  session: DraftSession;
  projectId: string;
  types: readonly ContentType[];
  /** Languages that are shown, in order. */
  locales: readonly Locale[];
  defaultLocale: string;
  issues: readonly Issue[];
  /** Publishing was tried: also what is only missing is told at its field. */
  isStrict: boolean;
}

export const DraftContext = createContext<Draft | null>(null);

export function useDraft(): Draft {
  const draft = use(DraftContext);
  if (draft === null) throw new Error("There is no draft around this field.");
  return draft;
}

/** Where a value lies: an entry of a map, or an item of a list. */
export type Holder = Y.Map<unknown> | Y.Array<unknown>;
export interface FieldLocation {
  holder: Holder;
  at: string | number;
  /** As issues name it. */
  path: string;
  locale?: string;
}

export const readAt = ({ holder, at }: FieldLocation): unknown =>
  holder instanceof Y.Map ? holder.get(String(at)) : holder.get(Number(at));

/** Puts a value in; undefined clears an entry of a map, and is null in a list, where others keep their places. */
export function writeAt({ holder, at }: FieldLocation, value: unknown): void {
  if (holder instanceof Y.Map) {
    if (value === undefined) holder.delete(String(at));
    else holder.set(String(at), value);
    return;
  }
  holder.delete(Number(at), 1);
  holder.insert(Number(at), [value ?? null]);
}

/** What stands at a place, as it changes; what is inside shared values is theirs to tell. */
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

/** The items of a list, as it changes. */
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

/** The shared value of a place; made where there is none, as for a type that just grew. */
export function sharedAt<T extends Y.Text | Y.Array<unknown> | Y.Map<unknown>>(
  location: FieldLocation,
  kind: new () => T,
): T {
  const found = readAt(location);
  if (found instanceof kind) return found;
  const made = new kind();
  // A plain text where a shared one belongs stays as it is, in its new form.
  if (made instanceof Y.Text && typeof found === "string") made.insert(0, found);
  writeAt(location, made);
  return readAt(location) as T;
}

/** What is wrong at a place, and for lists and rich text inside it. */
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
