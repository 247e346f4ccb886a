/** A binary heap of sizes by name, which gives the name with the largest size and also knows the place of each name. */
export class LargestFirst {
  readonly #heap: { name: string; size: number }[] = [];
  readonly #places = new Map<string, number>();

  /** The name with the largest size; undefined when the heap is empty. */
  get first(): string | undefined {
    return this.#heap[0]?.name;
  }

  /** Sets the size of a name. A size of 0 removes the name. */
  set(name: string, size: number): void {
    const place = this.#places.get(name) ?? this.#heap.push({ name, size: 0 }) - 1;
    this.#put(place, { name, size: size > 0 ? size : -1 });
    if (size > 0) return this.#settle(place);
    const last = this.#heap.pop();
    this.#places.delete(name);
    if (last === undefined || last.name === name) return;
    this.#put(place, last);
    this.#settle(place);
  }

  #settle(from: number): void {
    let place = from;
    for (
      let above = (place - 1) >> 1;
      place > 0 && this.#sizeAt(above) < this.#sizeAt(place);
      above = (place - 1) >> 1
    ) {
      this.#swap(place, above);
      place = above;
    }
    for (;;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const larger = this.#sizeAt(right) > this.#sizeAt(left) ? right : left;
      if (this.#sizeAt(larger) <= this.#sizeAt(place)) return;
      this.#swap(place, larger);
      place = larger;
    }
  }

  #sizeAt(place: number): number {
    return this.#heap[place]?.size ?? -Infinity;
  }

  #put(place: number, entry: { name: string; size: number }): void {
    this.#heap[place] = entry;
    this.#places.set(entry.name, place);
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.#heap[one], this.#heap[other]];
    if (first === undefined || second === undefined) return;
    this.#put(one, second);
    this.#put(other, first);
  }
}
