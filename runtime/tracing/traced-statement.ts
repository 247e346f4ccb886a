import { isTraced, traced } from "./tracer.js";

const NAMED = /^\s*(\w+)(?:[^]*?\b(?:FROM|INTO|UPDATE)\s+[`"]?(\w+))?/i;
/** Of a text that is longer; values are not in it, but there may be a place for each of a thousand. */
const MOST_CHARACTERS = 2000;

/** A statement as a span of whoever asked for it. Its values stay here. */
export function tracedStatement<T>(system: string, sql: string, work: () => Promise<T>): Promise<T> {
  if (!isTraced()) return work();
  const [, verb = "", table = ""] = NAMED.exec(sql) ?? [];
  const attributes = { "db.system.name": system, "db.query.text": sql.slice(0, MOST_CHARACTERS) };
  return traced(`${verb.toUpperCase()} ${table}`.trim(), { kind: "client", attributes }, work);
}
