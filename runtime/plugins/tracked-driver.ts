import { finished, Readable } from "node:stream";
import { inPlugin, type PluginContext } from "./plugin-context.js";
import { type Call, seeThrough } from "./see-through.js";

/** A driver whose calls are counted, so that it is closed after the last of them. */
export interface Tracked<D> {
  /** The driver that callers use. */
  driver: D;
  /** Counts as a call until the returned function is called, for work that makes several calls. */
  retain(): () => void;
  /** Does work as a call on the driver, in the plugin's context. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Closes the driver once, after its last call has ended. Rejects with the error that its `close` throws.
   */
  retire(): Promise<void>;
}

/**
 * Counts the calls of a driver. A call lasts until its promise settles and the streams that it returned have
 * ended. Calls run in the plugin's context.
 */
export function track<D extends object>(raw: D, context: PluginContext): Tracked<D> {
  let running = 0;
  let isClosed = false;
  const retired = Promise.withResolvers<void>();
  // Whoever retires the driver sees the failure; while it serves nobody awaits the promise.
  retired.promise.catch(() => {});
  let isRetired = false;
  const closeIfIdle = (): void => {
    if (!isRetired || isClosed || running > 0) return;
    isClosed = true;
    retired.resolve(inPlugin(context, async () => (raw as { close?(): Promise<void> }).close?.()));
  };
  const retain = (): (() => void) => {
    let isHeld = true;
    running += 1;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      running -= 1;
      closeIfIdle();
    };
  };
  const counted =
    (call: Call): Call =>
    (...given) => {
      const release = retain();
      try {
        const result: unknown = inPlugin(context, () => settling(Reflect.apply(call, raw, given)));
        if (!isPromise(result)) release();
        else
          result
            .then((value) => streamsOf(value).forEach((stream) => finished(stream, retain())))
            .then(release, release);
        return result;
      } catch (error) {
        release();
        throw error;
      }
    };
  const run = <T>(work: () => Promise<T>): Promise<T> => counted(work)() as Promise<T>;
  const retire = (): Promise<void> => {
    isRetired = true;
    closeIfIdle();
    return retired.promise;
  };
  return { driver: seeThrough(raw, counted), retain, run, retire };
}

/**
 * Returns a promise of a result that can be awaited. A thenable, such as a query builder, may do its work again each
 * time that it is awaited, and both the caller and the count of calls wait for it (rules/models 51).
 */
const settling = (result: unknown): unknown => (isPromise(result) ? Promise.resolve(result) : result);

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === "function";

/** Returns the streams that a call's result contains: the result itself, or those among a job's outputs. */
function streamsOf(value: unknown): Readable[] {
  if (value instanceof Readable) return [value];
  const { outputs } = (value ?? {}) as { outputs?: unknown };
  if (!Array.isArray(outputs)) return [];
  return outputs.flatMap((output: { body?: unknown } | null) => {
    const body = output?.body;
    return body instanceof Readable ? [body] : [];
  });
}
