import { useSyncExternalStore } from "react";
import type { MediaKind } from "../../queries.js";

/** A file that is compared, and the job that made it where one did. */
export interface Compared {
  storageId: string;
  jobId: string | null;
}
export interface Chosen extends Compared {
  kind: MediaKind;
}

/** More are too small to tell apart. */
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

/** What is chosen to be compared, kept in this tab. */
export function choose(next: readonly Chosen[]): void {
  chosen = next;
  sessionStorage.setItem(KEPT, JSON.stringify(next));
  for (const listener of listeners) listener();
}

/** Puts one back. */
export const unchoose = (storageId: string): void =>
  choose(chosen.filter((one) => one.storageId !== storageId));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useChosen = (): readonly Chosen[] => useSyncExternalStore(subscribe, () => chosen);

/** As the address of a comparison has it. */
export const toAddress = (compared: readonly Compared[]): string =>
  compared.map(({ storageId, jobId }) => (jobId === null ? storageId : `${storageId}.${jobId}`)).join();

/** What an address compares, each file once. */
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
