/** The progress that running nodes of a run have reported. */
export class ToldShares {
  /** The progress of each node in thousandths, by place. */
  readonly #shares = new Map<number, number>();
  readonly #changed = new Set<number>();

  /**
   * Records a node's progress. Anything but a number from 0 to 1 is ignored: a wrong hint is no reason to fail the
   * node.
   */
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

  /** Returns the progress that was reported since the last call, by place. */
  taken(): Map<number, number> {
    const changed = new Map([...this.#changed].map((place) => [place, this.#shares.get(place) ?? 0]));
    this.#changed.clear();
    return changed;
  }

  /** The sum of all reported progress: 0.5 of one node and 0.25 of another are 0.75. */
  get sum(): number {
    let sum = 0;
    for (const thousandths of this.#shares.values()) sum += thousandths;
    return sum / 1000;
  }
}
