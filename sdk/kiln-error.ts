/** What an answer says of a failure. */
export interface Failure {
  /** Of the answer; 0: there was none. */
  status: number;
  /** As in docs/errors.md; `unreachable`: no answer came; `invalid_response`: none of Kiln's. */
  code: string;
  /** How long the server asks to wait. */
  retryAfterSeconds?: number | undefined;
  /** Under which the server's log knows the request. */
  requestId?: string | undefined;
  cause?: unknown;
}

/** What any call throws, but for the reason of an AbortSignal. Each code has a class of its own. */
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

/** No answer came: the network, or no server. Whether the request was carried out is not known. */
export class UnreachableError extends KilnError {
  override readonly name: string = "UnreachableError";
}

/** What answered is not Kiln. */
export class InvalidResponseError extends KilnError {
  override readonly name: string = "InvalidResponseError";
}
