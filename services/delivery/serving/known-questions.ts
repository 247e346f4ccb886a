import { LRUCache } from "lru-cache";
import type { Perspective } from "../../content/index.js";
import type { Joined } from "./body.js";
import type { View } from "./view.js";

/** What a URL comes to, read with the types and locales of a shape. */
export interface Question {
  /** As the URL asks for it; nothing when it does not. */
  perspective: Perspective | undefined;
  /** Its answer is kept under this. */
  key: string;
  /** Makes the answer of a view of the same shape. */
  answer(view: View): Promise<Joined>;
}

const MAX = { max: 2000, maxSize: 2 * 2 ** 20 };

/** Questions that were asked lately, by URL: they need not be read again. */
export class KnownQuestions {
  readonly #kept = new LRUCache<string, { question: Question; shape: number }>({
    ...MAX,
    sizeCalculation: ({ question: { key } }, url) => key.length + url.length,
  });

  get(url: string): Question | undefined {
    return this.#kept.get(url)?.question;
  }

  /** Whether a view would read the URL alike. */
  holdsFor(url: string, { shape }: View): boolean {
    return this.#kept.get(url)?.shape === shape.revision;
  }

  keep(url: string, { shape }: View, question: Question): void {
    this.#kept.set(url, { question, shape: shape.revision });
  }
}
