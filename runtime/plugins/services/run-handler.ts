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

/** So long before the caller's patience ends the caller is told. */
const MARGIN_MS = 250;

/** A version of a service at work. */
export interface Working extends ServiceRoom {
  /** As the registry handed it out: calls on it are counted, and made in the plugin's name. */
  driver: Service;
  slots: CallSlots;
  /** Puts what went wrong into the operator's list, beside the plugin. */
  fault(sentence: string): void;
}

/**
 * Has a plugin's function answer a call. Its refusals pass; what else it throws, what it gives against its contract and
 * more than fits is 500 `internal` and named to the operator; one that does not end in time is 503 and goes on alone.
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
    // one that was given up is in hand until it really ends
    answer.then(release, release);
    return (await checked(contract, await Promise.race([answer, late]))) as never;
  } catch (error) {
    // another request with the same key made the thing meanwhile: this one is answered by what that one made
    if (isUniqueViolation(error) && (await isMade(working, context))) throw error;
    throw refusalOf(working, contract, error);
  } finally {
    clearTimeout(timer);
    ended.abort(new Error("The call is over."));
  }
}

/** Whether something stands under the request's `Idempotency-Key`. Throws `conflict` when it came with another body. */
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

/** What the caller is told. */
function refusalOf(working: Working, { name }: Contract, thrown: unknown): unknown {
  const error = fromDatabase(thrown);
  if (error instanceof ServiceError && Object.hasOwn(ERRORS, error.code)) {
    const { retryAfterSeconds, ...details } = error.details;
    // a header is made of it
    const isTime = typeof retryAfterSeconds === "number" && Number.isFinite(retryAfterSeconds);
    return new ServiceError(error.code, String(error.message).slice(0, 2000), {
      details: { ...(isTime && { retryAfterSeconds }), ...known(details) },
      cause: error,
    });
  }
  working.fault(`${name} failed: ${reasonOf(error)}`);
  return new ServiceError("internal", undefined, { cause: error });
}

/** What guides agents, of errors that our own contracts threw. */
const known = ({ estimatedCredits, balance }: ServiceError["details"]): ServiceError["details"] => ({
  ...(typeof estimatedCredits === "number" && { estimatedCredits }),
  ...(typeof balance === "number" && { balance }),
});
