import { LRUCache } from "lru-cache";
import type { Perspective } from "../../content/index.js";
import { AdmissionFilter, type Body } from "../../../engines/response-cache/index.js";
import type { ReadContext } from "../serving/read-context.js";

/** A URL, parsed with the types and locales of a content model. */
export interface ParsedRequest {
  /** Revision of the content model. */
  modelRevision: number;
  /** The perspective that the URL names; undefined when it names none. */
  perspective: Perspective | undefined;
  /** What it asks, however it is written. */
  key: string;
  /** The keys of its responses, each made when it is first asked for: they are long, and a text is hashed only once. */
  responseKeys: Partial<Record<Perspective, string>>;
  /** Makes the answer of a read context with the same content model. */
  answer(context: ReadContext): Promise<Body>;
}

const MAX = { max: 2000, maxSize: 2 * 2 ** 20 };
const PROJECTS = 1000;

/** Requests that came more than once, parsed, by URL. Those of an earlier content model are forgotten. */
export class ParsedRequests {
  readonly #admission = new AdmissionFilter();
  readonly #cached = new LRUCache<string, { request: ParsedRequest; projectId: string }>({
    ...MAX,
    sizeCalculation: ({ request: { key } }, url) => 2 * key.length + url.length,
  });
  readonly #models = new LRUCache<string, number>({ max: PROJECTS });

  get(url: string): ParsedRequest | undefined {
    return this.#cached.get(url)?.request;
  }

  /** Keeps one that was asked before, too. */
  keep(url: string, { project, model }: ReadContext, request: ParsedRequest): void {
    if (!this.#admission.admit(url)) return;
    if (this.#models.get(project.id) !== model.revision) this.#forget(project.id);
    this.#models.set(project.id, model.revision);
    this.#cached.set(url, { request, projectId: project.id });
  }

  /** They hold the types that they were read with. */
  #forget(id: string): void {
    const cached = Array.from(this.#cached.entries());
    for (const [url, { projectId }] of cached) if (projectId === id) this.#cached.delete(url);
  }
}
