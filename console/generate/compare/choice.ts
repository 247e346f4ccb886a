import { useSyncExternalStore } from "react";
import type { MediaKind } from "../../queries.js";

/** A compared file, and the job that made it; null for an upload. */
export interface Compared {
  storageId: string;
  jobId: string | null;
}
export interface Chosen extends Compared {
  kind: MediaKind;
}

/** Number of results that are compared at most; more would be too small to tell apart. */
export const MOST = 4;
const KEPT = "kiln-compare";

let chosen: readonly Chosen[] = read();
const listeners = new Set<() => void>();

function read(): readonly Chosen[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]") as readonly Chosen[];
  } catch {
    return [];
  }
}

/** Sets the results that are chosen for a comparison, and stores them for this tab. */
export function choose(next: readonly Chosen[]): void {
  chosen = next;
  sessionStorage.setItem(KEPT, JSON.stringify(next));
  for (const listener of listeners) listener();
}

/** Removes a result from the choice. */
export const unchoose = (storageId: string): void =>
  choose(chosen.filter((one) => one.storageId !== storageId));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useChosen = (): readonly Chosen[] => useSyncExternalStore(subscribe, () => chosen);

/** Returns the parameter of the address of a comparison. */
export const toAddress = (compared: readonly Compared[]): string =>
  compared.map(({ storageId, jobId }) => (jobId === null ? storageId : `${storageId}.${jobId}`)).join();

/** Reads the results of a comparison from its address, each file once. */
export function fromAddress(of: string): Compared[] {
  const found = of
    .split(",")
    .filter((text) => text !== "")
    .map((text): Compared => {
      const [storageId = "", jobId = null] = text.split(".");
      return { storageId, jobId };
    });
  return found
    .filter(
      ({ storageId }, at) => storageId !== "" && found.findIndex((one) => one.storageId === storageId) === at,
    )
    .slice(0, MOST);
}
