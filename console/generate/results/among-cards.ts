import type { KeyboardEvent } from "react";

/**
 * Selector of the controls of a card that can have the focus; players are left out, because they use the
 * arrow keys.
 */
const CONTROLS = ":is(a[href], button, summary):not(.menu > div *, dialog *)";

/**
 * Moves the focus by the arrow keys to the same control of the next card in that direction; Home and End go
 * to the first and the last card.
 */
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
  // The card of a pending result may have no control, so the search continues with the next card.
  for (let to = first; cards[to] !== undefined; to += step) {
    const same = cards[to]?.querySelector<HTMLElement>(`[data-act="${name}"]`);
    const next = same?.matches(CONTROLS) ? same : (same ?? cards[to])?.querySelector<HTMLElement>(CONTROLS);
    if (next) return next.focus();
  }
}
