const KEPT = "kiln-removals";

/** A file that its person was told is deleted, and of which the service has not said so yet. */
export interface Removal {
  accountId: string;
  storageId: string;
  /** When Undo was shown. */
  at: number;
}

/**
 * Removals that wait for their Undo stand in the browser's storage, so that a tab that crashes, is closed without a
 * connection or was signed out brings no file back: whichever page is opened next goes on with them.
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
    // Without storage the page itself still sends it, also while it is left.
  }
}
