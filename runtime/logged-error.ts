import { stdSerializers } from "pino";

/**
 * What the log keeps of an error: its kind, its words, where it came from, its causes. Nothing else that hangs on
 * it: a failed query carries its values, and so addresses and hashes of secrets.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, ...(typeof code === "string" && { code }) };
}
