export interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

export interface Schema {
  columns: readonly Column[];
  /** Unique indexes and primary keys in the form `table(column, …)`. */
  unique: readonly string[];
}

const nameOf = ({ table, name }: Column): string => `${table}.${name}`;

/**
 * Returns the differences of a later schema that would stop processes of the earlier release, which read and write the columns
 * that they know: migrations only expand. The list is empty when both releases may run side by side.
 */
export function breaks(earlier: Schema, later: Schema): string[] {
  const found: string[] = [];
  const now = new Map(later.columns.map((column) => [nameOf(column), column]));
  const tables = new Set(earlier.columns.map(({ table }) => table));
  const before = new Set(earlier.columns.map(nameOf));
  for (const column of earlier.columns) {
    const kept = now.get(nameOf(column));
    if (kept === undefined) found.push(`${nameOf(column)} is gone`);
    else if (kept.type !== column.type)
      found.push(`${nameOf(column)} was ${column.type} and is ${kept.type}`);
    else if (column.isNullable && !kept.isNullable) found.push(`${nameOf(column)} takes no null any more`);
    else if (column.hasDefault && !kept.hasDefault) found.push(`${nameOf(column)} has no default any more`);
  }
  for (const column of later.columns)
    if (tables.has(column.table) && !before.has(nameOf(column)) && !column.isNullable && !column.hasDefault)
      found.push(`${nameOf(column)} is new, and an insert that does not name it fails`);
  for (const unique of later.unique)
    if (tables.has(unique.split("(")[0] ?? "") && !earlier.unique.includes(unique))
      found.push(`${unique} is unique only now`);
  return found;
}
