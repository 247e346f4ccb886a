import type { Contract } from "../../../contracts/contract.js";
import { MAX_BODY_BYTES } from "../../../contracts/limits.js";
import { ERRORS, ServiceError } from "../../../contracts/errors.js";
import type { Service } from "../../../plugins/kit/service.js";
import type { ServiceContext } from "../../../plugins/kit/service-context.js";
import type { ActionContext } from "../../actions/context.js";
import { CALL_MS, currentDeadline, OUTCOME_UNKNOWN } from "../../concurrency/current-call.js";
import { fromDatabase } from "../../errors/from-database.js";
import { reasonOf } from "../../errors/reason-of.js";
import { issueSentence } from "../../actions/issue-sentence.js";
import { isUniqueViolation, reader } from "../../database/transaction.js";
import type { CallSlots } from "./call-slots.js";
import { bytesOf, isOver, MOST_BYTES } from "./measure.js";
import { contextFor, type ServiceRoom } from "./service-context.js";

/** The milliseconds before the caller's timeout at which the caller receives an answer. */
const MARGIN_MS = 250;

/** A version of a service that serves. */
export interface Working extends ServiceRoom {
  /** The driver as the registry hands it out: calls on it are counted and run in the plugin's context. */
  driver: Service;
  slots: CallSlots;
  /** Shows a fault in the operator's list beside the plugin. */
  fault(sentence: string): void;
}

/**
 * Lets a plugin's function answer a call. Its refusals are passed on. Any other error, a result that breaks
 * the contract and one that is too large become 500 `internal` and are shown to the operator. A call that
 * does not end in time is answered with 503 and shown to the operator; the function continues without a
 * caller.
 */
export async function runHandler(
  working: Working,
  contract: Contract,
  { context, params }: { context: ActionContext; params: unknown },
  work: (context: ServiceContext) => Promise<unknown>,
): Promise<never> {
  const { host, service, driver, slots } = working;
  const { auth, client } = context.meta;
  const release = slots.take(auth?.accountId ?? null, client, bytesOf(params, MAX_BODY_BYTES));
  const ms = Math.max(1, Math.min(CALL_MS, currentDeadline()?.remainingMs ?? CALL_MS) - MARGIN_MS);
  const ended = new AbortController();
  const given = contextFor(working, contract, context, {
    signal: AbortSignal.any([ended.signal, context.signal]),
    endsAt: performance.now() + ms,
  });
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    working.fault(`${contract.name} did not answer within ${Math.round(ms / 1000)} s.`);
    reject(
      new ServiceError("unavailable", `The service ${service} did not answer in time. ${OUTCOME_UNKNOWN}`, {
        details: { retryAfterSeconds: 5 },
      }),
    );
  }, ms);
  try {
    const answer = host.plugins.inName(driver, async () => work(given));
    // An abandoned call keeps its slot until it really ends.
    answer.then(release, release);
    return (await checked(contract, await Promise.race([answer, late]))) as never;
  } catch (error) {
    // Another request with the same key made the resource meanwhile, and its result answers this request too.
    if (isUniqueViolation(error) && (await isMade(working, context))) throw error;
    throw refusalOf(working, contract, error);
  } finally {
    clearTimeout(timer);
    ended.abort(new Error("The call is over."));
  }
}

/**
 * Returns true if the request's `Idempotency-Key` has made a resource. Throws `conflict` if the key came with
 * another body.
 */
async function isMade({ database }: Working, { idempotency }: ActionContext): Promise<boolean> {
  const made = await idempotency?.previous(reader(database.database));
  return typeof made === "string";
}

async function checked(contract: Contract, result: unknown): Promise<unknown> {
  if (isOver(result)) throw new Error(`it answered more than ${MOST_BYTES / 1024 / 1024} MB`);
  const parsed = await contract.result.safeParseAsync(result, { reportInput: true });
  if (!parsed.success)
    throw new Error(`its result breaks its contract: ${issueSentence(parsed.error.issues)}`);
  return parsed.data;
}

/** Returns the error that the caller receives. */
function refusalOf(working: Working, { name }: Contract, thrown: unknown): unknown {
  const error = fromDatabase(thrown);
  if (error instanceof ServiceError && Object.hasOwn(ERRORS, error.code)) {
    const { retryAfterSeconds, ...details } = error.details;
    // The value becomes a header, so it must be a finite number.
    const isTime = typeof retryAfterSeconds === "number" && Number.isFinite(retryAfterSeconds);
    return new ServiceError(error.code, String(error.message).slice(0, 2000), {
      details: { ...(isTime && { retryAfterSeconds }), ...known(details) },
      cause: error,
    });
  }
  working.fault(`${name} failed: ${reasonOf(error)}`);
  return new ServiceError("internal", undefined, { cause: error });
}

/** Keeps the details that tell an agent what to do next: the estimate and the balance. */
const known = ({ estimatedCredits, balance }: ServiceError["details"]): ServiceError["details"] => ({
  ...(typeof estimatedCredits === "number" && { estimatedCredits }),
  ...(typeof balance === "number" && { balance }),
});
