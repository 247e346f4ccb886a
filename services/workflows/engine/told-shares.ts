/** How far the nodes at work in a run say that they are. */
export class ToldShares {
  /** In thousandths, by place. */
  readonly #shares = new Map<number, number>();
  readonly #changed = new Set<number>();

  /** Of what is no number from 0 to 1 nothing is kept: it is a hint, and no reason to fail. */
  take(place: number, share: unknown): void {
    if (typeof share !== "number" || !(share >= 0 && share <= 1)) return;
    const thousandths = Math.round(share * 1000);
    if (this.#shares.get(place) === thousandths) return;
    this.#shares.set(place, thousandths);
    this.#changed.add(place);
  }

  end(place: number): void {
    this.#shares.delete(place);
    this.#changed.delete(place);
  }

  /** What was told since this was last asked, by place. */
  taken(): Map<number, number> {
    const changed = new Map([...this.#changed].map((place) => [place, this.#shares.get(place) ?? 0]));
    this.#changed.clear();
    return changed;
  }

  /** All together: 0.5 of one node and 0.25 of another are 0.75. */
  get sum(): number {
    let sum = 0;
    for (const thousandths of this.#shares.values()) sum += thousandths;
    return sum / 1000;
  }
}
