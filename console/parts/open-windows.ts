type Told = (top: Element | null) => void;

/** The open modal windows; the last one is on top. */
const open: Element[] = [];
const told = new Set<Told>();

const tell = (): void => {
  for (const each of told) each(open.at(-1) ?? null);
};

/** Notes that a modal window is open, until the returned function is called. */
export function noteOpen(dialog: Element): () => void {
  open.push(dialog);
  tell();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    tell();
  };
}

/** Calls back with the topmost window, or null without one: at once, and whenever it changes. */
export function whenTopChanges(call: Told): () => void {
  told.add(call);
  call(open.at(-1) ?? null);
  return () => void told.delete(call);
}
