/** A mistake in a GraphQL query, or in running it. */
export interface GraphqlError {
  message: string;
  path?: (string | number)[];
  locations?: { line: number; column: number }[];
  extensions?: { code?: string };
}

/** What any call of the client throws, but for the reason of an AbortSignal. */
export class KilnError extends Error {
  override readonly name = "KilnError";
  /** Of the answer; 0: there was none. */
  readonly status: number;
  /** As in the service's list of errors; `unreachable`: no answer; `invalid_response`: none of Kiln's. */
  readonly code: string;
  /** Of a GraphQL query. */
  readonly errors: readonly GraphqlError[];

  constructor(
    message: string,
    {
      status,
      code,
      errors = [],
      cause,
    }: { status: number; code: string; errors?: readonly GraphqlError[]; cause?: unknown },
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}
