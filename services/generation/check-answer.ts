import { Readable } from "node:stream";
import { isPerhapsWithin } from "../../contracts/bounded-json.js";
import type { Handle, ProviderOutput, ProviderProgress } from "../../plugins/kit/model-provider.js";
import { OwnFailure } from "../../runtime/plugins/failure-sentence.js";

/** The most bytes of a handle, and of the metadata of one result, as JSON. */
const MAX_JSON_BYTES = 65_536;

/**
 * The error for an answer or a result that Kiln found unfit. It is not retryable, because the provider would
 * give the same again and a paid order is not placed twice.
 */
export class UnusableAnswer extends OwnFailure {
  constructor(message: string, cause?: unknown) {
    super("unknown", message, { retryable: false, cause });
  }
}

/**
 * Checks a provider's answer as far as it can be checked. Throws a ProviderError `unknown` that names what is
 * wrong; it is not retryable, because the provider would answer in the same way again.
 */
export function checkAnswer(provider: string, answer: unknown): ProviderProgress {
  const given = fieldsOf(answer);
  if (given === null) throw wrong(provider, `gave ${nameOf(answer)} instead of an object`);
  if (given.state === "succeeded")
    return { state: "succeeded", outputs: checkOutputs(provider, given.outputs) };
  if (given.state !== "pending")
    throw wrong(provider, `gave the state ${nameOf(given.state)}; the states are "pending" and "succeeded"`);
  return checkPending(provider, given);
}

/** Checks an answer `pending` of a provider or a transcriber. */
export function checkPending(
  provider: string,
  given: Readonly<Record<string, unknown>>,
): ProviderProgress & { state: "pending" } {
  const { pollAfterMs } = given;
  if (typeof pollAfterMs !== "number" || !Number.isFinite(pollAfterMs))
    throw wrong(provider, `gave ${nameOf(pollAfterMs)} as pollAfterMs, which must be a finite number`);
  return {
    state: "pending",
    handle: checkHandle(provider, given.handle),
    pollAfterMs,
    progress: within(given.progress, 1),
    queuePosition: whole(within(given.queuePosition, 1_000_000_000)),
  };
}

function checkHandle(provider: string, handle: unknown): Handle {
  const known = asJson(handle);
  if (known === null)
    throw wrong(
      provider,
      `gave ${nameOf(handle)} as handle, which must be an object of JSON of at most ${MAX_JSON_BYTES} bytes`,
    );
  return known as Handle;
}

function checkOutputs(provider: string, outputs: unknown): ProviderOutput[] {
  if (!Array.isArray(outputs))
    throw wrong(provider, `gave ${nameOf(outputs)} as outputs, which must be a list`);
  if (outputs.length === 0) throw wrong(provider, "gave no result");
  try {
    return outputs.map((output: unknown) => checkOutput(provider, output));
  } catch (error) {
    for (const output of outputs) {
      const body = fieldsOf(output)?.body;
      if (body instanceof Readable) body.destroy();
    }
    throw error;
  }
}

function checkOutput(provider: string, output: unknown): ProviderOutput {
  const { contentType, body, metadata } = fieldsOf(output) ?? {};
  if (typeof contentType !== "string" || !/^[\w.+-]+\/[\w.+-]+/.test(contentType))
    throw wrong(provider, `gave a result with ${nameOf(contentType)} as contentType`);
  const known = metadata === undefined ? undefined : asJson(metadata);
  if (known === null)
    throw wrong(
      provider,
      `gave ${nameOf(metadata)} as metadata of a result, which must be an object of JSON of at most ${MAX_JSON_BYTES} bytes`,
    );
  return { contentType, body: checkBody(provider, body), ...(known && { metadata: known }) };
}

function checkBody(provider: string, body: unknown): ProviderOutput["body"] {
  if (Buffer.isBuffer(body) || body instanceof Readable) return body;
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof URL && (body.protocol === "https:" || body.protocol === "http:")) return body;
  throw wrong(
    provider,
    `gave a result whose body is ${nameOf(body)}; it must be bytes, a stream or an http URL`,
  );
}

const wrong = (provider: string, what: string): UnusableAnswer =>
  new UnusableAnswer(`The provider ${provider} ${what}, so its answer cannot be used.`);

/** Returns the fields of an object that is not a list, or null for anything else. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/**
 * Returns an object as it would be read back after it was stored, or null for one that cannot be stored. The members of one that
 * is too large are not read to their end.
 */
function asJson(value: unknown): Readonly<Record<string, unknown>> | null {
  if (fieldsOf(value) === null) return null;
  try {
    if (!isPerhapsWithin(value, MAX_JSON_BYTES)) return null;
    const text = JSON.stringify(value);
    if (Buffer.byteLength(text) > MAX_JSON_BYTES) return null;
    return fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Limits a number to the range from 0 to `max`; returns null for anything else. An upstream's progress is a
 * hint, so a wrong value is no reason to fail.
 */
const within = (value: unknown, max: number): number | null =>
  typeof value === "number" && !Number.isNaN(value) ? Math.min(max, Math.max(0, value)) : null;

const whole = (value: number | null): number | null => (value === null ? null : Math.floor(value));

function nameOf(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 60));
  if (value === null || value === undefined || typeof value === "number" || typeof value === "boolean")
    return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
