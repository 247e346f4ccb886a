/** A binary heap of sizes by name, which gives the name with the largest size and knows the index of each name. */
export class LargestFirst {
  readonly #heap: { name: string; size: number }[] = [];
  readonly #indexes = new Map<string, number>();

  /** The name with the largest size; undefined when the heap is empty. */
  get first(): string | undefined {
    return this.#heap[0]?.name;
  }

  /** Sets the size of a name. A size of 0 removes the name. */
  set(name: string, size: number): void {
    const index = this.#indexes.get(name) ?? this.#heap.push({ name, size: 0 }) - 1;
    this.#put(index, { name, size: size > 0 ? size : -1 });
    if (size > 0) return this.#settle(index);
    const last = this.#heap.pop();
    this.#indexes.delete(name);
    if (last === undefined || last.name === name) return;
    this.#put(index, last);
    this.#settle(index);
  }

  #settle(from: number): void {
    let index = from;
    for (
      let above = (index - 1) >> 1;
      index > 0 && this.#sizeAt(above) < this.#sizeAt(index);
      above = (index - 1) >> 1
    ) {
      this.#swap(index, above);
      index = above;
    }
    for (;;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const larger = this.#sizeAt(right) > this.#sizeAt(left) ? right : left;
      if (this.#sizeAt(larger) <= this.#sizeAt(index)) return;
      this.#swap(index, larger);
      index = larger;
    }
  }

  #sizeAt(index: number): number {
    return this.#heap[index]?.size ?? -Infinity;
  }

  #put(index: number, entry: { name: string; size: number }): void {
    this.#heap[index] = entry;
    this.#indexes.set(entry.name, index);
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.#heap[one], this.#heap[other]];
    if (first === undefined || second === undefined) return;
    this.#put(one, second);
    this.#put(other, first);
  }
}
