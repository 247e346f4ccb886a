import { renderError, toServiceError } from "../../runtime/errors/render.js";
import type { Host } from "../../runtime/process/host.js";

export interface MessageFailure {
  code: number;
  /** The sentence that REST answers with. */
  message: string;
  isUnknown: boolean;
}

const INVALID_PARAMS = -32602;
const INTERNAL = -32603;
const REFUSED = -32000;

/** Returns the answer to a failed message other than a tool's call; logs unexpected errors. */
export function messageFailure(
  thrown: unknown,
  { log }: Pick<Host, "log">,
  requestId: string,
): MessageFailure {
  const { body, isExpected } = renderError(toServiceError(thrown), requestId);
  const { code, message } = body.error;
  if (!isExpected) {
    log.error({ err: thrown, requestId }, "a message of an agent failed");
    return { code: INTERNAL, message, isUnknown: false };
  }
  const isUnknown = code === "not_found";
  return { code: isUnknown || code === "invalid_params" ? INVALID_PARAMS : REFUSED, message, isUnknown };
}
