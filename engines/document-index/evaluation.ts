import type { Comparison, Condition } from "./condition.js";
import { type Bitmap, intersect, invert, setAll, setBit, setRange, subtract, unite } from "./bitmap.js";
import type { Derivation, Of } from "./derivation.js";
import { readId } from "./document-ids.js";
import { compareTo, isPresent, type Key, keyFor, type KeyView } from "./key-view.js";
import { addPositions, between, fillRange, firstPosition, rangeOf, type Ranks } from "./ranks.js";
import type { Segment } from "./segment.js";

type Leaf<K> = Extract<Condition, { kind: K }>;

/** Evaluates conditions over the documents of a segment, along one chain of locales. */
export class Evaluation {
  /** Derivations that must be prepared before the result is valid. */
  readonly lacking: Derivation[] = [];
  readonly #segment: Segment;
  readonly #chain: readonly string[];

  constructor(segment: Segment, chain: readonly string[]) {
    this.#segment = segment;
    this.#chain = chain;
  }

  get #isScanned(): boolean {
    return this.#segment.count < this.#segment.tuning.scannedBelow;
  }

  /** Writes the set of documents that match; it may contain dead ones. */
  fill(condition: Condition, into: Bitmap): void {
    switch (condition.kind) {
      case "every":
        return setAll(into, this.#segment.count);
      case "and":
        return this.#combine(condition.of, into, intersect);
      case "or":
        return this.#combine(condition.of, into, unite);
      case "not":
        this.fill(condition.of, into);
        return invert(into, this.#segment.count);
      case "compare":
        return this.#compare(condition, into);
      case "in":
        return this.#findAny(condition, into);
      case "contains":
        return this.#contains(condition, into);
      case "exists":
        if (condition.field === "_id") return setAll(into, this.#segment.count);
        return this.#copy({ kind: "exists", field: condition.field, chain: this.#chain }, into);
    }
  }

  #combine(
    conditions: readonly Condition[],
    into: Bitmap,
    join: (into: Bitmap, other: Bitmap) => void,
  ): void {
    const other = this.#segment.borrow();
    conditions.forEach((condition, at) => {
      this.fill(condition, at === 0 ? into : other);
      if (at > 0) join(into, other);
    });
    this.#segment.giveBack(other);
  }

  #copy(derivation: Of<"exists" | "match" | "matchId">, into: Bitmap): void {
    const bits = this.#segment.get(derivation);
    if (bits === undefined) this.lacking.push(derivation);
    else into.set(bits);
  }

  #contains({ field, text }: Leaf<"contains">, into: Bitmap): void {
    if (field === "_id") this.#copy({ kind: "matchId", text }, into);
    else this.#copy({ kind: "match", field, chain: this.#chain, text }, into);
  }

  #compare({ field, operator, value }: Leaf<"compare">, into: Bitmap): void {
    if (field === "_id") {
      into.fill(0);
      return setRange(into, ...this.#idRange(operator, String(value)));
    }
    const view = this.#view(field);
    if (view === undefined) return;
    if (view.kind === "flag") return fillFlags(view, value === true, into);
    const key = keyFor(value);
    if (this.#isScanned) {
      into.fill(0);
      return this.#scan(view, (comparison) => holds(operator, comparison), key, into);
    }
    const ranks = this.#ranks(field);
    if (ranks !== undefined) fillRange(ranks, ...rangeOf(ranks, view, operator, key), into);
  }

  #findAny({ field, values }: Leaf<"in">, into: Bitmap): void {
    into.fill(0);
    if (field === "_id") {
      for (const value of values) setRange(into, ...this.#idRange("eq", String(value)));
      return;
    }
    const view = this.#view(field);
    if (view === undefined) return;
    if (view.kind === "flag") return into.set(view.present); // Different values of a flag match both true and false.
    const ranks = this.#isScanned ? null : this.#ranks(field);
    if (ranks === undefined) return;
    for (const value of values) {
      const key = keyFor(value);
      if (ranks === null) this.#scan(view, (comparison) => comparison === 0, key, into);
      else this.#addRange(ranks, rangeOf(ranks, view, "eq", key), into);
    }
  }

  #addRange(ranks: Ranks, [from, to]: [number, number], into: Bitmap): void {
    if (to - from <= ranks.step) return addPositions(ranks, from, to, into);
    const other = this.#segment.borrow();
    fillRange(ranks, from, to, other);
    unite(into, other);
    this.#segment.giveBack(other);
  }

  #scan(view: KeyView, test: (comparison: number) => boolean, key: Key, into: Bitmap): void {
    for (let document = 0; document < this.#segment.count; document++)
      if (isPresent(view, document) && test(compareTo(view, document, key))) setBit(into, document);
  }

  /** Returns the range of documents by id, as documents are in the order of their ids. */
  #idRange(operator: Comparison, id: string): [from: number, to: number] {
    const { ids, count } = this.#segment.data;
    const below = firstPosition(count, (document) => readId(ids, document) >= id);
    const upTo = firstPosition(count, (document) => readId(ids, document) > id);
    return between(operator, below, upTo, count);
  }

  #view(field: string): KeyView | undefined {
    const derivation = { kind: "view", field, chain: this.#chain } as const;
    const view = this.#segment.get(derivation);
    if (view === undefined) this.lacking.push(derivation);
    return view;
  }

  #ranks(field: string): Ranks | undefined {
    const derivation = { kind: "ranks", field, chain: this.#chain } as const;
    const ranks = this.#segment.get(derivation);
    if (ranks === undefined) this.lacking.push(derivation);
    return ranks;
  }
}

function fillFlags(view: Extract<KeyView, { kind: "flag" }>, isTrue: boolean, into: Bitmap): void {
  into.set(isTrue ? view.truths : view.present);
  if (!isTrue) subtract(into, view.truths);
}

function holds(operator: Comparison, comparison: number): boolean {
  switch (operator) {
    case "eq":
      return comparison === 0;
    case "lt":
      return comparison < 0;
    case "lte":
      return comparison <= 0;
    case "gt":
      return comparison > 0;
    case "gte":
      return comparison >= 0;
  }
}
