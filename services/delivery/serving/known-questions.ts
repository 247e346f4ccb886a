import { LRUCache } from "lru-cache";
import type { Perspective } from "../../content/index.js";
import type { Body } from "./body.js";
import { AskedLately } from "./asked-lately.js";
import type { View } from "./view.js";

/** What a URL comes to, read with the types and locales of a shape. */
export interface Question {
  /** Revision of the shape. */
  shape: number;
  /** As the URL asks for it; nothing when it does not. */
  perspective: Perspective | undefined;
  /** What it asks, however it is written. */
  key: string;
  /** The keys of its answers, each made when it is first asked for: they are long, and a text is hashed only once. */
  answerKeys: Partial<Record<Perspective, string>>;
  /** Makes the answer of a view of the same shape. */
  answer(view: View): Promise<Body>;
}

const MAX = { max: 2000, maxSize: 2 * 2 ** 20 };
const PROJECTS = 1000;

/** Questions that were asked more than once, by URL: they need not be read again. Those of an earlier shape are forgotten. */
export class KnownQuestions {
  readonly #asked = new AskedLately();
  readonly #kept = new LRUCache<string, { question: Question; projectId: string }>({
    ...MAX,
    sizeCalculation: ({ question: { key } }, url) => 2 * key.length + url.length,
  });
  readonly #shapes = new LRUCache<string, number>({ max: PROJECTS });

  get(url: string): Question | undefined {
    return this.#kept.get(url)?.question;
  }

  /** Keeps one that was asked before, too. */
  keep(url: string, { project, shape }: View, question: Question): void {
    if (!this.#asked.again(url)) return;
    if (this.#shapes.get(project.id) !== shape.revision) this.#forget(project.id);
    this.#shapes.set(project.id, shape.revision);
    this.#kept.set(url, { question, projectId: project.id });
  }

  /** They hold the types that they were read with. */
  #forget(id: string): void {
    const kept = Array.from(this.#kept.entries());
    for (const [url, { projectId }] of kept) if (projectId === id) this.#kept.delete(url);
  }
}
