import { ERROR_CLASSES } from "./generated/errors.js";
import { InvalidResponseError, KilnError } from "./kiln-error.js";

interface Envelope {
  error?: { code?: unknown; message?: unknown };
}

/**
 * Returns the error of an answer by its code. A code that this version does not know makes a plain KilnError.
 */
export function readError(response: Pick<Response, "status" | "headers">, text: string): KilnError {
  const { status } = response;
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const { error } = parse(text);
  if (typeof error?.code !== "string") {
    const message = `The server answered ${status}, and not as Kiln does.`;
    return new InvalidResponseError(message, { status, code: "invalid_response", requestId });
  }
  const classes: Readonly<Record<string, typeof KilnError>> = ERROR_CLASSES;
  const Class = Object.hasOwn(classes, error.code) ? classes[error.code] : undefined;
  return new (Class ?? KilnError)(String(error.message), {
    status,
    code: error.code,
    retryAfterSeconds: retryAfterOf(response),
    requestId,
  });
}

/** Returns the seconds of `Retry-After`, which is a number or a date; undefined without a valid one. */
export function retryAfterOf({ headers }: Pick<Response, "headers">): number | undefined {
  const given = headers.get("retry-after");
  if (given === null) return undefined;
  if (/^\d+$/.test(given)) return Number(given);
  const until = Date.parse(given);
  return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1000);
}

function parse(text: string): Envelope {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null ? read : {};
  } catch {
    return {};
  }
}
