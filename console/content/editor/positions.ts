import * as Y from "yjs";

/** A place in a shared text that stays with its letters, as others are told of it. */
export const positionIn = (text: Y.Text, index: number): string =>
  btoa(String.fromCharCode(...Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, index))));

/** Where a position lies now; null: nowhere in what this window has, or not a position at all. */
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
    // Another client may say anything.
    return null;
  }
}

export function indexIn(text: Y.Text, position: string | undefined): number | null {
  const found = textAt(text.doc, position);
  return found?.text === text ? found.index : null;
}
