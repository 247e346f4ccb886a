import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Locales } from "../../../../contracts/content-locales.js";
import { ServiceError } from "../../../../contracts/errors.js";
import { TurnsByAccount } from "../../../../runtime/process/studio/turns-by-account.js";
import { WorkerClient, WorkerDied } from "../../../../engines/worker-client/index.js";
import type { ContentModel } from "../../serving/read-scope.js";
import type { GraphqlRequest } from "../read-request.js";

/** Source of a GraphQL schema: the JSON text of each content type's schema, and the locales. */
export interface SchemaSource {
  types: readonly string[];
  locales: Locales;
}

/** A question about a schema, with the schema's source when it differs from that of the last question. */
export interface IntrospectionRequest extends GraphqlRequest {
  source: SchemaSource | null;
}

/** An answer in the form that is sent. */
export interface Introspected {
  isRun: boolean;
  bytes: Buffer;
}

/** An answer as the worker gives it, whose bytes are shared with it instead of copied by the event loop. */
export interface IntrospectedByWorker {
  isRun: boolean;
  memory: SharedArrayBuffer;
}

/** The owner of the project that a question is about, and whether the asking client has left meanwhile. */
export interface IntrospectionAsker {
  ownerId: string;
  hasLeft: () => boolean;
}

interface Waiting {
  /** Owner of the project: owners take turns, however many projects they have. */
  readonly account: string;
  readonly model: ContentModel;
  readonly request: GraphqlRequest;
  readonly askers: IntrospectionAsker[];
  readonly answered: PromiseWithResolvers<Introspected>;
}

const MAX_CACHED = 16 * 2 ** 20;
const IDLE_MS = 30_000;
/**
 * Different questions about one owner's projects that may wait: tools ask one, and the worker may take a
 * second for each.
 */
const MOST_OF_OWNER = 8;
/** Most questions that may wait, of all owners together. */
const MOST = 64;
const retry = { details: { retryAfterSeconds: 2 } };

/**
 * Answers queries about schemas. The answer about a large project's schema takes a second, so a worker gives
 * it, one question after the other. Owners of projects take turns, questions whose clients have all left are
 * not answered, and a schema is sent to the worker once for all consecutive questions about it. Answers are
 * cached as long as types and locales stay the same.
 */
export class Introspection {
  readonly #worker = new WorkerClient<IntrospectionRequest, IntrospectedByWorker>(
    import.meta.dirname,
    "introspection-worker",
  );
  readonly #answers = new LRUCache<string, Introspected>({
    maxSize: MAX_CACHED,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length,
  });
  readonly #waiting = new Map<string, Waiting>();
  readonly #turns = new TurnsByAccount<Waiting>();
  readonly #ids = new WeakMap<ContentModel, number>();
  #models = 0;
  /** Model whose schema the worker has. */
  #sent: ContentModel | null = null;
  #isAsking = false;
  #idle: NodeJS.Timeout | undefined;

  /**
   * Answers a question. Throws `rate_limited` when the owner's projects have too many waiting questions, and
   * `unavailable` when all projects together do.
   */
  async answer(
    model: ContentModel,
    { query, operationName, variables }: GraphqlRequest,
    asker: IntrospectionAsker,
  ): Promise<Introspected> {
    const request = { query, operationName, variables };
    const key = `${this.#idOf(model)} ${JSON.stringify([query, operationName, variables])}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    let waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      this.#requireRoom(asker.ownerId);
      waiting = {
        account: asker.ownerId,
        model,
        request,
        askers: [],
        answered: Promise.withResolvers<Introspected>(),
      };
      this.#waiting.set(key, waiting);
      this.#turns.add(waiting);
      void waiting.answered.promise
        .then((answer) => this.#answers.set(key, answer))
        .catch(() => {})
        .finally(() => this.#waiting.delete(key));
    }
    waiting.askers.push(asker);
    void this.#goOn();
    return waiting.answered.promise;
  }

  #requireRoom(ownerId: string): void {
    const own = [...this.#waiting.values()].filter(({ account }) => account === ownerId).length;
    if (own >= MOST_OF_OWNER)
      throw new ServiceError(
        "rate_limited",
        `${MOST_OF_OWNER} questions of yours about schemas wait already. Retry later.`,
        retry,
      );
    if (this.#waiting.size >= MOST)
      throw new ServiceError("unavailable", "Too many schema queries are running. Retry later.", retry);
  }

  /** Asks the worker until no question waits. */
  async #goOn(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    clearTimeout(this.#idle);
    for (let next = this.#turns.take(() => true); next !== null; next = this.#turns.take(() => true)) {
      const { answered, askers } = next;
      try {
        if (askers.every(({ hasLeft }) => hasLeft()))
          throw new ServiceError("unavailable", "The client left.");
        answered.resolve(await this.#ask(next));
      } catch (error) {
        answered.reject(error);
      }
    }
    this.#isAsking = false;
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
  }

  /** Asks the worker. A worker that died is replaced, and its successor is asked once. */
  async #ask(waiting: Waiting): Promise<Introspected> {
    try {
      return await this.#askWorker(waiting);
    } catch (error) {
      if (!(error instanceof WorkerDied)) throw error;
      return await this.#askWorker(waiting);
    }
  }

  async #askWorker({ model, request }: Waiting): Promise<Introspected> {
    // A new worker has no schema.
    const source = this.#sent === model && this.#worker.isRunning ? null : await sourceOf(model);
    this.#sent = model;
    try {
      const { isRun, memory } = await this.#worker.ask({ ...request, source });
      return { isRun, bytes: Buffer.from(memory) };
    } catch (error) {
      this.#sent = null;
      throw error;
    }
  }

  #idOf(model: ContentModel): number {
    const known = this.#ids.get(model);
    if (known !== undefined) return known;
    this.#models += 1;
    this.#ids.set(model, this.#models);
    return this.#models;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    this.#sent = null;
    await this.#worker.end();
  }
}

/**
 * Writes the schemas of a model with turns of the event loop in between: those of a project may have 100 MB.
 */
async function sourceOf({ types, locales }: ContentModel): Promise<SchemaSource> {
  const texts: string[] = [];
  for (const { schema } of types.values()) {
    texts.push(JSON.stringify(schema));
    if (texts.length % 8 === 0) await setImmediate();
  }
  return { types: texts, locales };
}
