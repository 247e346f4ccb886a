import { stdSerializers } from "pino";
import { reasonOf } from "../errors/reason-of.js";

/**
 * What the log keeps of an error: its kind, its words, where it came from, its causes. Nothing else that hangs on
 * it: a failed query carries its values, and so addresses and hashes of secrets. Of statements that travelled together
 * any may be the one that failed: it keeps their texts, see `exchange` of server-packets.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = stdSerializers.err(error);
  const thrown = plainCauseOf(error);
  const statements = statementsOf(error);
  return {
    type,
    message,
    stack,
    ...(typeof code === "string" && { code }),
    ...(statements && { statements }),
    ...(thrown !== undefined && { cause: reasonOf(thrown) }),
  };
}

/** What began it, where that is no error: the words of the error do not tell it. */
function plainCauseOf(error: Error): unknown {
  const seen = new Set<unknown>();
  let at: unknown = error;
  while (at instanceof Error && !seen.has(at)) {
    seen.add(at);
    at = at.cause;
  }
  return at instanceof Error ? undefined : at;
}

/** In characters, of each: an insert of many rows is long and says no more. */
const LONGEST = 300;

/** Those of the error, or of what caused it. */
function statementsOf(error: Error): string[] | undefined {
  const seen = new Set<unknown>();
  for (let at: unknown = error; at instanceof Error && !seen.has(at); at = at.cause) {
    seen.add(at);
    const { statements } = at as { statements?: unknown };
    if (Array.isArray(statements)) return statements.map((sql) => String(sql).slice(0, LONGEST));
  }
  return undefined;
}
