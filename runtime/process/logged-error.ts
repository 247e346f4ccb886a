import { stdSerializers } from "pino";
import { reasonOf } from "../errors/reason-of.js";

/**
 * Returns the parts of an error that the log keeps: its type, message, stack, code and causes. All other
 * properties are dropped, because a failed query carries its values and so addresses and hashes of secrets.
 * If several statements travelled together, any of them may have failed, so the log keeps all their texts;
 * see `exchange` of server-packets. Of long texts the log keeps the beginning and the end, because a plugin's error may
 * have a message of any length.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? cut(error) : error;
  const { type, message, stack, code } = stdSerializers.err(error);
  const thrown = plainCauseOf(error);
  const statements = statementsOf(error);
  return {
    type,
    message: cut(message),
    ...(stack !== undefined && { stack: cut(stack) }),
    ...(typeof code === "string" && { code }),
    ...(statements && { statements }),
    ...(thrown !== undefined && { cause: cut(reasonOf(thrown)) }),
  };
}

/** The number of characters that the log keeps of the beginning of a long text, and of its end. */
const KEPT = 5000;

const cut = (text: string): string =>
  text.length <= 2 * KEPT ? text : `${text.slice(0, KEPT)} … ${text.slice(-KEPT)}`;

/**
 * Returns the first cause of an error if that cause is not an Error, because the messages of the errors do
 * not contain it.
 */
function plainCauseOf(error: Error): unknown {
  const seen = new Set<unknown>();
  let at: unknown = error;
  while (at instanceof Error && !seen.has(at)) {
    seen.add(at);
    at = at.cause;
  }
  return at instanceof Error ? undefined : at;
}

/**
 * The number of characters that the log keeps of each statement: an insert of many rows is long and says no
 * more.
 */
const LONGEST = 300;

/** Returns the texts of the statements that the error or one of its causes carries. */
function statementsOf(error: Error): string[] | undefined {
  const seen = new Set<unknown>();
  for (let at: unknown = error; at instanceof Error && !seen.has(at); at = at.cause) {
    seen.add(at);
    const { statements } = at as { statements?: unknown };
    if (Array.isArray(statements)) return statements.map((sql) => String(sql).slice(0, LONGEST));
  }
  return undefined;
}
