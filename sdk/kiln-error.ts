/** The data of a failed call. */
export interface Failure {
  /** The HTTP status of the answer; 0 if there was none. */
  status: number;
  /**
   * A code of docs/errors.md; `unreachable` if no answer came; `invalid_response` if the answer is not from
   * Kiln.
   */
  code: string;
  /** Seconds that the server asks to wait. */
  retryAfterSeconds?: number | undefined;
  /** The id of the request in the server's log. */
  requestId?: string | undefined;
  cause?: unknown;
}

/** The error that a call throws, unless its AbortSignal was aborted. Each code has its own subclass. */
export class KilnError extends Error {
  override readonly name: string = "KilnError";
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;

  constructor(message: string, { status, code, retryAfterSeconds, requestId, cause }: Failure) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
  }
}

/** The error when no answer came. The server may have carried out the request. */
export class UnreachableError extends KilnError {
  override readonly name: string = "UnreachableError";
}

/** The error when the answer is not from Kiln. */
export class InvalidResponseError extends KilnError {
  override readonly name: string = "InvalidResponseError";
}
