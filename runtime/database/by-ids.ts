import { FindOperator, In, type ObjectLiteral, Raw } from "typeorm";
import type { Where } from "./reader.js";

/**
 * A condition that names rows by their ids, such that a database finds them by their ids. SQLite takes any index to give ten
 * rows, and so for twelve ids reads all rows of an index on what stands beside them: all committed files of everybody for
 * a page of signed addresses. A comparison inside of `IS TRUE` has no index (ADR-0015).
 */
export function byIds<E extends ObjectLiteral>(where: Where<E> | Where<E>[]): Where<E> | Where<E>[] {
  if (Array.isArray(where)) return where;
  const { id, ...others } = where as Readonly<Record<string, unknown>>;
  if (!isList(id)) return where;
  const unindexed = Object.entries(others).map(([column, value]) => [column, unindexedOf(column, value)]);
  return { id, ...Object.fromEntries(unindexed) } as Where<E>;
}

const isList = (value: unknown): value is FindOperator<unknown> =>
  value instanceof FindOperator && value.type === In([]).type;

function unindexedOf(column: string, value: unknown): unknown {
  const name = `unindexed_${column}`;
  if (isList(value)) {
    const among = value.value as readonly unknown[];
    return among.length === 0
      ? value
      : Raw((alias) => `(${alias} IN (:...${name})) IS TRUE`, { [name]: among });
  }
  // other operators compare no index of their own to a value, or none that SQLite would rather take
  if (!["string", "number", "boolean"].includes(typeof value)) return value;
  return Raw((alias) => `(${alias} = :${name}) IS TRUE`, { [name]: value });
}
