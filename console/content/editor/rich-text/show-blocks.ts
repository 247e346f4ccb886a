import type { Node } from "prosemirror-model";
import type { EditorState, Transaction } from "prosemirror-state";

/** The meta key of a transaction that comes from the draft and is not written back. */
export const FROM_DRAFT = "from draft";

/**
 * Returns a transaction that makes the editor show `doc` by changing only the differing part, so that the
 * cursor keeps its place; null if nothing differs.
 */
export function showDoc(state: EditorState, doc: Node): Transaction | null {
  const { tr } = state;
  const before = state.doc;
  let start = 0;
  while (start < before.childCount && start < doc.childCount && before.child(start).eq(doc.child(start)))
    start++;
  if (start === before.childCount && start === doc.childCount) return null;
  let end = 0;
  while (
    end < before.childCount - start &&
    end < doc.childCount - start &&
    before.child(before.childCount - 1 - end).eq(doc.child(doc.childCount - 1 - end))
  )
    end++;
  const [oldCount, newCount] = [before.childCount - start - end, doc.childCount - start - end];
  const starts = Array.from({ length: before.childCount + 1 }, (_, at) => placeOf(before, at));
  if (oldCount === newCount)
    // The blocks are changed from the last to the first, so that the earlier positions stay valid.
    for (let at = start + oldCount - 1; at >= start; at--)
      showBlock(tr, starts[at] ?? 0, before.child(at), doc.child(at));
  else {
    const nodes = Array.from({ length: newCount }, (_, at) => doc.child(start + at));
    tr.replaceWith(starts[start] ?? 0, starts[start + oldCount] ?? 0, nodes);
  }
  return tr.setMeta(FROM_DRAFT, true).setMeta("addToHistory", false);
}

const placeOf = (doc: Node, index: number): number => {
  let place = 0;
  for (let at = 0; at < index; at++) place += doc.child(at).nodeSize;
  return place;
};

function showBlock(tr: Transaction, place: number, old: Node, now: Node): void {
  if (old.eq(now)) return;
  if (old.type !== now.type || old.isAtom) {
    tr.replaceWith(place, place + old.nodeSize, now);
    return;
  }
  const start = old.content.findDiffStart(now.content);
  const end = old.content.findDiffEnd(now.content);
  if (start !== null && end !== null) {
    const overlap = Math.max(0, start - Math.min(end.a, end.b));
    tr.replace(place + 1 + start, place + 1 + end.a + overlap, now.slice(start, end.b + overlap));
  }
  if (!old.hasMarkup(now.type, now.attrs)) tr.setNodeMarkup(place, undefined, now.attrs);
}
