import type { FindOptionsWhere } from "typeorm";
import { FindOperator, In, type ObjectLiteral, Raw } from "typeorm";

export type Where<E extends ObjectLiteral> = FindOptionsWhere<E>;

/**
 * Returns the condition in a form for which the database finds the rows by their ids. For a list of ids SQLite prefers any
 * index that it expects to give ten rows. For twelve ids it would read every row of an index on another column of the
 * condition, for example all committed files of all accounts for one page of signed addresses. SQLite uses no index for a
 * comparison inside `IS TRUE` (ADR-0015).
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
  // Other operators compare a value without an index of their own, or with one that SQLite does not prefer to the ids.
  if (!["string", "number", "boolean"].includes(typeof value)) return value;
  return Raw((alias) => `(${alias} = :${name}) IS TRUE`, { [name]: value });
}
