interface Place<T> {
  value: T;
  next: Place<T> | null;
}

/** First in, first out; to take the first one costs the same however long the line is. */
export class WaitingLine<T> {
  #first: Place<T> | null = null;
  #last: Place<T> | null = null;

  get isEmpty(): boolean {
    return this.#first === null;
  }

  add(value: T): void {
    const place: Place<T> = { value, next: null };
    if (this.#last === null) this.#first = place;
    else this.#last.next = place;
    this.#last = place;
  }

  take(): T | null {
    const place = this.#first;
    if (place === null) return null;
    this.#first = place.next;
    if (place.next === null) this.#last = null;
    return place.value;
  }
}
