import type { z } from "zod";
import type { Auth } from "../../contracts/auth.js";
import {
  type Contract,
  type InputOf,
  type ParamsOf,
  pathNames,
  type ResultOf,
} from "../../contracts/contract.js";
import { ServiceError } from "../../contracts/errors.js";
import { asAct, actOf } from "./audit/entry.js";
import type { ActionContext, Call, CallMeta } from "./context.js";
import { IdempotencyRecorder } from "./idempotency.js";
import { issueSentence } from "./issue-sentence.js";
import type { Signals } from "../cluster/signals.js";
import { reading, unfitParams } from "./read-params.js";
import { isUniqueViolation, type Reader } from "../database/transaction.js";

/**
 * The gates of an action in their order (rules/edge 11): whether the caller may see the subject at all (404),
 * the caller's role and features (403), whether the caller is suspended or unverified (403), and then the
 * work.
 */
export interface Gates<C extends Contract, Subject> {
  /** Loads the subject of the action and throws `not_found` if the caller cannot see it. */
  find?(context: ActionContext, params: ParamsOf<C>): Promise<Subject>;
  /** Throws `forbidden` if the caller may see the subject but not do this to it. */
  allow?(context: ActionContext, params: ParamsOf<C>, subject: Subject): void | Promise<void>;
  run(context: ActionContext, params: ParamsOf<C>, subject: Subject): Promise<ResultOf<C>>;
  /**
   * Renders the present state of the resource that an earlier request with the same Idempotency-Key made.
   * Required if the contract is idempotent.
   */
  replay?(context: ActionContext, resourceId: string, params: ParamsOf<C>): Promise<ResultOf<C>>;
}

export interface Action {
  contract: Contract;
  /**
   * Runs the action. `signal` ends work whose caller may leave: at the edge, and for contracts with
   * `rest.costly`.
   */
  handle(raw: unknown, meta: CallMeta, deps: ActionDeps, signal?: AbortSignal): Promise<unknown>;
}

export interface ActionDeps {
  call: Call;
  read: Reader;
  signals: Signals;
  requireEmailVerification: boolean;
  /** True in tests, which also parse the results of actions. */
  checkResults: boolean;
}

/** Builds an action that parses the parameters of each call and then passes the gates. */
export function action<C extends Contract, Subject = undefined>(
  contract: C,
  gates: Gates<C, Subject>,
): Action {
  if (contract.idempotent && !gates.replay)
    throw new Error(`${contract.name} is idempotent and has no replay.`);
  const asRead = reading(contract.rest && pathNames(contract.rest.path));
  return {
    contract,
    async handle(raw, meta, deps, signal) {
      const parsed = contract.params.safeParse(raw, asRead);
      if (!parsed.success) throw unfitParams(parsed.error);
      const params = parsed.data as ParamsOf<C>;
      const recorder = recorderOf(contract, meta, raw);
      const context = new CallContext(meta, deps.call, recorder, signal);
      if (contract.audience !== "public" && contract.audience !== "internal" && meta.auth === null) {
        throw new ServiceError("unauthenticated");
      }
      const replayed = await replay(context, params);
      const result =
        replayed ??
        (await passGates(context, params, deps, contract, gates).catch(async (error: unknown) => {
          // Another request with the same key may have made the resource meanwhile: then its result is the
          // answer.
          const late =
            recorder && (isUniqueViolation(error) || error instanceof ServiceError)
              ? await replay(context, params)
              : undefined;
          if (late === undefined) throw error;
          return late;
        }));
      return deps.checkResults ? checkResult(contract, result) : result;

      async function replay(at: ActionContext, from: ParamsOf<C>): Promise<ResultOf<C> | undefined> {
        const previous = await recorder?.previous(deps.read);
        return previous ? gates.replay?.(at, previous, from) : undefined;
      }
    },
  };
}

const NEVER = new AbortController().signal;

/** One call of an action in this process. */
export class CallContext implements ActionContext {
  readonly meta: CallMeta;
  readonly idempotency: IdempotencyRecorder | null;
  readonly signal: AbortSignal;
  readonly #call: Call;

  constructor(meta: CallMeta, call: Call, idempotency: IdempotencyRecorder | null, signal = NEVER) {
    this.meta = meta;
    this.signal = signal;
    this.#call = call;
    this.idempotency = idempotency;
  }

  get auth(): Auth {
    if (this.meta.auth === null) throw new ServiceError("unauthenticated");
    return this.meta.auth;
  }

  call<C extends Contract>(contract: C, params: InputOf<C>): Promise<ResultOf<C>> {
    return this.#call(contract, params, this.meta);
  }
}

async function passGates<C extends Contract, Subject>(
  context: ActionContext,
  params: ParamsOf<C>,
  deps: ActionDeps,
  contract: C,
  gates: Gates<C, Subject>,
): Promise<ResultOf<C>> {
  const subject = (await gates.find?.(context, params)) as Subject;
  await gates.allow?.(context, params, subject);
  const { auth } = context.meta;
  if (auth?.isSuspended && contract.effect === "write") throw new ServiceError("account_suspended");
  if (auth && contract.spends && deps.requireEmailVerification && !auth.isEmailVerified)
    throw new ServiceError("email_unverified");
  return asAct(actOf(contract, context.meta, params, subject), () => gates.run(context, params, subject));
}

function recorderOf(contract: Contract, meta: CallMeta, raw: unknown): IdempotencyRecorder | null {
  if (!contract.idempotent || meta.idempotency === null || meta.auth === null) return null;
  return new IdempotencyRecorder(meta.auth.accountId, meta.idempotency.route, meta.idempotency.key, raw);
}

function checkResult<R>(contract: Contract<z.ZodType, z.ZodType<R>>, result: unknown): R {
  const parsed = contract.result.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new Error(`${contract.name} broke its contract: ${issueSentence(parsed.error.issues)}`);
}
