import * as Y from "yjs";

/**
 * Returns a position in a shared text that stays with its letters, in the form in which other windows receive
 * it.
 */
export const positionIn = (text: Y.Text, index: number): string =>
  btoa(String.fromCharCode(...Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, index))));

/**
 * Returns the text and index of a position; null if this window has no such place or the position is
 * malformed.
 */
export function textAt(
  doc: Y.Doc | null,
  position: string | undefined,
): { text: Y.Text; index: number } | null {
  if (doc === null || position === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(position), (letter) => letter.charCodeAt(0));
    const found = Y.createAbsolutePositionFromRelativePosition(Y.decodeRelativePosition(bytes), doc);
    return found?.type instanceof Y.Text ? { text: found.type, index: found.index } : null;
  } catch {
    // The position comes from another client and may be malformed.
    return null;
  }
}

export function indexIn(text: Y.Text, position: string | undefined): number | null {
  const found = textAt(text.doc, position);
  return found?.text === text ? found.index : null;
}
