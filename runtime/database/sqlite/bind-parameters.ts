/**
 * Turns `:name` and `:...list` into `?` and returns the SQL with the values in their order. When a value is a function, its
 * result is put in as SQL.
 */
export function bindParameters(sql: string, named: Readonly<Record<string, unknown>>): [string, unknown[]] {
  const values: unknown[] = [];
  const bound = sql.replaceAll(
    /:(\.\.\.)?([A-Za-z0-9_.]+)/g,
    (whole, isList: string | undefined, name: string) => {
      if (!Object.hasOwn(named, name)) return whole;
      const value = named[name];
      if (isList === undefined && typeof value === "function") return String(value());
      const all = isList !== undefined && Array.isArray(value) ? value : [value];
      values.push(...all);
      return all.map(() => "?").join(", ");
    },
  );
  return [bound, values];
}
