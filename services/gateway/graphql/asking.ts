import DataLoader from "dataloader";
import type { ResolverData } from "type-graphql";
import { type ErrorCode, ServiceError } from "../../../contracts/errors.js";
import { listen } from "../../events/index.js";
import { type Asker, callContract } from "../call-contract.js";
import type { Means } from "../contract-routes.js";
import { MAX_CALLS } from "./bounds/limits.js";
import type { AnswerRoom } from "./room/answer-room.js";
import { presentResult, readArguments, standardLimit } from "./schema/contract-field.js";
import { OVER, type StreamingField, type CallingField } from "./schema/streams.js";
import { asError } from "./render-errors.js";

interface Read {
  field: CallingField;
  params: Record<string, unknown>;
}

interface Signals {
  ended?: AbortSignal | null;
  mayGoOn?: AbortSignal | null;
}

/** One request of GraphQL with all that its fields need. */
export class Asking {
  readonly means: Means;
  readonly asker: Omit<Asker, "route">;
  readonly room: AnswerRoom;
  /** Aborts when the stream of a subscription ends; null for a request that is no subscription. */
  readonly #ended: AbortSignal | null;
  /** Aborts when the client left or its credential ended: no further call is begun then. */
  readonly #mayGoOn: AbortSignal | null;
  /** Joins equal reads into one call, wherever the query asks for them. */
  readonly #reads = new DataLoader<Read, Record<string, unknown>, string>(
    // DataLoader takes an error for the failure of one read, and anything else for its result.
    (reads) => Promise.all(reads.map((read) => this.#call(read).catch((error: unknown) => asError(error)))),
    { cacheKeyFn: ({ field, params }) => `${field.contract.name} ${JSON.stringify(params)}` },
  );
  readonly #waiting: (() => void)[] = [];
  #calls = 0;
  #running = 0;

  constructor(
    means: Means,
    asker: Omit<Asker, "route">,
    room: AnswerRoom,
    { ended = null, mayGoOn = null }: Signals,
  ) {
    this.means = means;
    this.asker = asker;
    this.room = room;
    this.#ended = ended;
    this.#mayGoOn = mayGoOn;
  }

  async resolve(field: CallingField, { root, args }: ResolverData): Promise<unknown> {
    const params: Record<string, unknown> = {
      ...standardLimit(field),
      ...readArguments(field.params, args),
    };
    const { relation } = field;
    if (relation === null) {
      const result = await (field.operation === "query"
        ? this.#reads.load({ field, params })
        : this.#call({ field, params }));
      return presentResult(field, result);
    }
    const thing = root as Record<string, unknown>;
    for (const [param, key] of Object.entries(relation.from)) {
      const ids = thing[key];
      if (relation.each && Array.isArray(ids))
        return Promise.all(ids.map((id) => this.#follow(field, { ...params, [param]: id })));
      if (thing[key] === null || thing[key] === undefined) return null;
      params[param] = thing[key];
    }
    return this.#follow(field, params);
  }

  /**
   * Yields the values of a subscription: the thing as it is, and again after each of its changes; or the
   * changes themselves. Each value is read anew. Throws `unavailable` where changes were missed that no read
   * can replace.
   */
  async *stream(field: StreamingField, { args }: ResolverData): AsyncGenerator<unknown> {
    const { auth } = this.asker;
    if (auth === null || this.#ended === null) throw new ServiceError("unauthenticated");
    const params = readArguments(field.params, args);
    const id = typeof params[field.id] === "string" ? String(params[field.id]).toLowerCase() : null;
    const changes = await listen(this.means.host, auth, this.#ended);
    if (field.kind !== null) {
      const now = await this.#readAnew(field, params);
      yield now;
      if (isOver(now)) return;
    }
    for await (const change of changes) {
      if (field.kind === null) {
        if (change === null)
          throw new ServiceError(
            "unavailable",
            "Changes were missed. Read your jobs and runs, and subscribe anew.",
          );
        yield change;
      } else if (change === null || (change.type === field.kind && change.id === id)) {
        const now = await this.#readAnew(field, params);
        yield now;
        if (isOver(now)) return;
      }
    }
  }

  async #readAnew(field: CallingField, params: Record<string, unknown>): Promise<unknown> {
    this.#reads.clearAll();
    this.#calls = 0;
    this.room.renew();
    return presentResult(field, await this.#call({ field, params }));
  }

  /**
   * Reads a thing by a contract. Returns null for a thing that the caller does not see, or not any more,
   * where REST says 404.
   */
  async #follow(field: CallingField, params: Record<string, unknown>): Promise<unknown> {
    try {
      const result = await this.#reads.load({ field, params });
      const pick = field.relation?.pick;
      return pick === undefined ? presentResult(field, result) : result[pick];
    } catch (error) {
      const gone: ErrorCode = "not_found";
      if (error instanceof ServiceError && error.code === gone) return null;
      throw error;
    }
  }

  #call({ field, params }: Read): Promise<Record<string, unknown>> {
    const { contract, name, operation } = field;
    this.#calls += 1;
    if (this.#calls > MAX_CALLS)
      throw new ServiceError(
        "invalid_params",
        `The query made more than ${MAX_CALLS} calls. Ask for shorter pages.`,
      );
    const auth = contract.audience === "public" ? null : this.asker.auth;
    const route = `POST /v1/graphql ${name}`;
    const call = () => {
      // A call that waited for its account's turn may be unwanted by now.
      this.#mayGoOn?.throwIfAborted();
      return callContract(this.means, contract, () => params, { ...this.asker, auth, route });
    };
    return this.#oneOfFew(() => this.room.call(operation === "query", call));
  }

  /**
   * Runs work when few others of the request run: a result beyond the request's room is let go before the
   * next one is read.
   */
  async #oneOfFew<T>(work: () => Promise<T>): Promise<T> {
    while (this.#running >= this.room.atOnce)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    try {
      this.#mayGoOn?.throwIfAborted();
      return await work();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}

const isOver = (thing: unknown): boolean => {
  const { status } = (thing ?? {}) as { status?: unknown };
  return typeof status === "string" && OVER.has(status);
};
