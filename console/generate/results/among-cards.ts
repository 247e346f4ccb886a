import type { KeyboardEvent } from "react";

/** What can have the focus in a card, apart from players, which have arrows of their own. */
const CONTROLS = ":is(a[href], button, summary):not(.menu > div *, dialog *)";

/** Arrows go from a control of a card to the same one of the card beside it, above or below; Home and End to the first and the last. */
export function goAmongCards(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: list, target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!(target instanceof HTMLElement) || !target.matches(CONTROLS)) return;
  const cards = [...list.querySelectorAll<HTMLElement>(":scope > li")];
  const at = cards.findIndex((card) => card.contains(target));
  const columns = cards.filter(({ offsetTop }) => offsetTop === cards[0]?.offsetTop).length;
  const [first, step] =
    {
      ArrowRight: [at + 1, 1],
      ArrowLeft: [at - 1, -1],
      ArrowDown: [at + columns, columns],
      ArrowUp: [at - columns, -columns],
      Home: [0, 1],
      End: [cards.length - 1, -1],
    }[key] ?? [];
  if (at < 0 || first === undefined || step === undefined) return;
  event.preventDefault();
  const name = target.closest<HTMLElement>("[data-act]")?.dataset["act"];
  // A card of a result that is still to come may have nothing to focus.
  for (let to = first; cards[to] !== undefined; to += step) {
    const same = cards[to]?.querySelector<HTMLElement>(`[data-act="${name}"]`);
    const next = same?.matches(CONTROLS) ? same : (same ?? cards[to])?.querySelector<HTMLElement>(CONTROLS);
    if (next) return next.focus();
  }
}
