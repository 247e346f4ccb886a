const KEPT = "kiln-removals";

/** A file that the console showed as deleted and whose deletion the service has not confirmed. */
export interface Removal {
  accountId: string;
  storageId: string;
  /** The time at which Undo was shown, in milliseconds. */
  at: number;
}

/**
 * Reads the removals that wait for their Undo from the browser's storage. A file therefore stays deleted if
 * the tab crashes, closes offline or is signed out: the next page sends the deletion.
 */
export function keptRemovals(): readonly Removal[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? (kept as Removal[]) : [];
  } catch {
    return [];
  }
}

export const keepRemoval = (removal: Removal): void => write([...keptRemovals(), removal]);

export const dropRemoval = (storageId: string): void =>
  write(keptRemovals().filter((one) => one.storageId !== storageId));

function write(removals: readonly Removal[]): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(removals));
  } catch {
    // Without storage the page itself sends the deletion, even when it is left.
  }
}
