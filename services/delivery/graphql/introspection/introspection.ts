import { LRUCache } from "lru-cache";
import { WorkerLine } from "../../read-model/worker-line.js";
import type { ProjectShape } from "../../serving/project-content.js";
import type { GraphqlRequest } from "../read-request.js";

/** A schema, as the JSON text of what it is made of, and a question about it. */
export interface IntrospectionRequest extends GraphqlRequest {
  source: string;
}

/** An answer as it goes out. */
export interface Introspected {
  isRun: boolean;
  text: string;
}

const MAX_CHARACTERS = 16 * 2 ** 20;
const IDLE_MS = 30_000;

/**
 * Answers queries about schemas. A large project's takes a second to answer, so a worker does it; answers are kept as
 * long as types and locales stay as they are.
 */
export class Introspection {
  readonly #line = new WorkerLine<IntrospectionRequest, Introspected>(
    import.meta.dirname,
    "introspection-worker",
  );
  readonly #answers = new LRUCache<string, Introspected>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ text }, key) => text.length + key.length,
  });
  readonly #asking = new Map<string, Promise<Introspected>>();
  readonly #sources = new WeakMap<ProjectShape, { id: number; source: string }>();
  #shapes = 0;
  #idle: NodeJS.Timeout | undefined;

  async answer(
    shape: ProjectShape,
    { query, operationName, variables }: GraphqlRequest,
  ): Promise<Introspected> {
    const { id, source } = this.#sourceOf(shape);
    const key = `${id} ${JSON.stringify([query, operationName, variables])}`;
    const known = this.#answers.get(key) ?? this.#asking.get(key);
    if (known !== undefined) return known;
    const asking = this.#ask({ source, query, operationName, variables });
    this.#asking.set(key, asking);
    try {
      const answer = await asking;
      this.#answers.set(key, answer);
      return answer;
    } finally {
      this.#asking.delete(key);
    }
  }

  async #ask(request: IntrospectionRequest): Promise<Introspected> {
    clearTimeout(this.#idle);
    try {
      return await this.#line.ask(request);
    } finally {
      if (this.#line.isIdle) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  #sourceOf(shape: ProjectShape): { id: number; source: string } {
    const known = this.#sources.get(shape);
    if (known !== undefined) return known;
    const schemas = [...shape.types.values()].map(({ schema }) => schema);
    const made = { id: ++this.#shapes, source: JSON.stringify({ schemas, locales: shape.locales }) };
    this.#sources.set(shape, made);
    return made;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#line.end();
  }
}
