type Told = (top: Element | null) => void;

/** The modal windows that are open; the last one is on top. */
const open: Element[] = [];
const told = new Set<Told>();

const tell = (): void => {
  for (const each of told) each(open.at(-1) ?? null);
};

/** Says that a modal window is open, until what it gives is called. */
export function noteOpen(dialog: Element): () => void {
  open.push(dialog);
  tell();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    tell();
  };
}

/** Calls with the window on top, or null without one: now, and at once whenever that changes. */
export function whenTopChanges(call: Told): () => void {
  told.add(call);
  call(open.at(-1) ?? null);
  return () => void told.delete(call);
}
