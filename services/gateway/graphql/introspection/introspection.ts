import { setTimeout as sleep } from "node:timers/promises";
import {
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  printSchema,
} from "graphql";
import { LRUCache } from "lru-cache";
import { invalidParams, ServiceError } from "../../../../contracts/errors.js";
import { currentCaller } from "../../../../runtime/concurrency/current-call.js";
import { WorkerClient, WorkerDied } from "../../../../engines/worker-client/index.js";
import { FairQueue } from "../../../../runtime/concurrency/fair-queue.js";
import type { GraphqlRequest } from "../read-request.js";

/** A question about a schema, with the schema in its own language. */
export interface IntrospectionRequest extends GraphqlRequest {
  source: string;
}

/** The answer of the worker: the data as JSON, and the errors of single fields. */
export interface Introspected {
  data: string;
  errors: readonly GraphQLFormattedError[] | null;
}

/** The most characters of all cached answers; the answer to the query of tools has a third of a million. */
const MAX_CHARACTERS = 4 * 2 ** 20;
/**
 * The most characters of one question with its variables: a query has 50 KB at most, and names of types have
 * a few dozen characters.
 */
const MAX_KEY = 256 * 1024;
/** The most questions of one caller that wait for the worker. */
const MAX_OF_CALLER = 4;
const IDLE_MS = 30_000;

/**
 * Answers questions about the schema. Each takes a worker a twentieth of a second or more, and no turn of the
 * event loop. Tools ask the same few questions, whose answers are cached as long as the schema is. New
 * questions are answered one after the other, callers take turns, and the worker rests as long as it worked,
 * so that an endless row of new questions costs half of a processor at most.
 */
export class Introspection {
  readonly #schema: GraphQLSchema;
  readonly #worker = new WorkerClient<IntrospectionRequest, Introspected | null>(
    import.meta.dirname,
    "introspection-worker",
  );
  readonly #answers = new LRUCache<string, Buffer>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (answer, key) => answer.length + key.length,
  });
  readonly #asking = new Map<string, Promise<Buffer | Introspected | null>>();
  readonly #queue = new FairQueue<() => Promise<void>>();
  readonly #waiting = new Map<string, number>();
  #source: string | null = null;
  #isWorking = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /**
   * Returns the answer in the form in which it is sent, as the same bytes each time where no field fails;
   * null where the variables are wrong. Throws `invalid_params` for variables that are too long, and
   * `rate_limited` for an account that has several waiting questions.
   */
  async answer(
    { query, operationName, variables }: GraphqlRequest,
    operation: OperationDefinitionNode,
    requestId: string,
  ): Promise<Buffer | null> {
    const request = { query, operationName, variables: declaredOf(operation, variables) };
    const key = JSON.stringify(Object.values(request));
    if (key.length > MAX_KEY)
      throw invalidParams(
        `A question about the schema has at most ${MAX_KEY} characters with its variables.`,
      );
    const answer = this.#answers.get(key) ?? (await (this.#asking.get(key) ?? this.#ask(key, request)));
    return answer === null || Buffer.isBuffer(answer) ? answer : withErrors(answer, requestId);
  }

  #ask(key: string, request: GraphqlRequest): Promise<Buffer | Introspected | null> {
    const source = (this.#source ??= printSchema(this.#schema));
    const asking = this.#inTurn({ source, ...request }).then((found) => {
      if (found === null || found.errors !== null) return found;
      const answer = Buffer.from(`{"data":${found.data}}`);
      this.#answers.set(key, answer);
      return answer;
    });
    this.#asking.set(key, asking);
    const over = () => this.#asking.delete(key);
    asking.then(over, over);
    return asking;
  }

  async #inTurn(request: IntrospectionRequest): Promise<Introspected | null> {
    const caller = currentCaller() ?? "";
    const waiting = this.#waiting.get(caller) ?? 0;
    if (waiting >= MAX_OF_CALLER)
      throw new ServiceError(
        "rate_limited",
        `${MAX_OF_CALLER} questions of yours about the schema wait for their answers already.`,
        { details: { retryAfterSeconds: 2 } },
      );
    this.#waiting.set(caller, waiting + 1);
    try {
      return await new Promise<Introspected | null>((resolve, reject) => {
        this.#queue.add(() => this.#askWorker(request).then(resolve, reject));
        void this.#work();
      });
    } finally {
      const left = (this.#waiting.get(caller) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(caller);
      else this.#waiting.set(caller, left);
    }
  }

  /** Asks the worker. A worker that died is replaced, and its successor is asked once. */
  #askWorker(request: IntrospectionRequest): Promise<Introspected | null> {
    return this.#worker.ask(request).catch((error: unknown) => {
      if (error instanceof WorkerDied) return this.#worker.ask(request);
      throw error;
    });
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    clearTimeout(this.#idle);
    for (let next = this.#queue.take(); next !== null; next = this.#queue.take()) {
      const began = performance.now();
      await next();
      await sleep(performance.now() - began);
    }
    this.#isWorking = false;
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
  }

  /** Ends the worker; the next question would start another one. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker.end();
  }
}

/** Returns the variables that the operation declares; others would only be carried along. */
const declaredOf = (
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    variableDefinitions
      .map(({ variable }) => variable.name.value)
      .filter((name) => Object.hasOwn(variables, name))
      .map((name) => [name, variables[name]]),
  );

function withErrors({ data, errors }: Introspected, requestId: string): Buffer {
  const named = errors?.map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
  return Buffer.from(`{"errors":${JSON.stringify(named ?? [])},"data":${data}}`);
}
