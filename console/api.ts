import type { z } from "zod";

/** What the service says of a refusal, by its envelope. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** What a contract's action answers. */
export type Answer<C extends { result: z.ZodType }> = z.infer<C["result"]>;

interface Options {
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Goes on when the page is left. */
  keepalive?: boolean;
}

const reasonsToStay = new Set<() => boolean>();

/** An ended session does not lead away from the page while this says true. Gives what ends that. */
export function stayWhile(hasWork: () => boolean): () => void {
  reasonsToStay.add(hasWork);
  return () => void reasonsToStay.delete(hasWork);
}

/** Leads to sign in, and back to where the person was; not where something would be lost by that. */
export function signInAgain(): void {
  if ([...reasonsToStay].some((hasWork) => hasWork())) return;
  const { pathname, search } = location;
  location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

/** Calls a route with the session's cookie. Throws ApiError; an ended session leads to sign in. */
export async function send<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const { body, idempotencyKey, signal, keepalive } = options;
  const response = await fetch(path, {
    method,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
    ...(keepalive !== undefined && { keepalive }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError("offline", "The service was not reached. Check the connection and try again.", 0);
  });
  const answer = (await response.json().catch(() => null)) as T | Refusal | null;
  if (response.ok && answer !== null) return answer as T;
  if (response.status === 401) signInAgain();
  const error = (answer as Refusal | null)?.error;
  throw new ApiError(
    error?.code ?? "internal",
    error?.message ?? "The service did not answer as it should.",
    response.status,
  );
}

interface Refusal {
  error?: { code: string; message: string };
}

export const read = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  send<T>("GET", path, signal === undefined ? {} : { signal });
