import { DEFAULT_SORT, type SortKey } from "./condition.js";
import type { QueryableField } from "./queryable-fields.js";
import { refusal, thereAre } from "./refusal.js";

const MAX_SORT_KEYS = 5;

/**
 * Sort keys from names with `-` before descending ones; none asks for the default. A field that comes again adds
 * nothing. Throws `invalid_params` that names a field without order, and those that have one.
 */
export function parseSort(
  fields: ReadonlyMap<string, QueryableField>,
  names: readonly string[],
): readonly SortKey[] {
  if (names.length === 0) return DEFAULT_SORT;
  const keys = new Map<string, SortKey>();
  for (const name of names) {
    const isDescending = name.startsWith("-");
    const field = fields.get(isDescending ? name.slice(1) : name);
    if (field === undefined || field.kind === "other") {
      const sortable = [...fields.values()].filter(({ kind }) => kind !== "other");
      throw refusal(`sort: cannot sort by "${name}"; ${thereAre(sortable.map((one) => one.name))}.`);
    }
    if (!keys.has(field.name)) keys.set(field.name, { field: field.name, isDescending });
  }
  if (keys.size > MAX_SORT_KEYS) throw refusal(`sort: at most ${MAX_SORT_KEYS} fields.`);
  return upToId([...keys.values()]);
}

/** Ids are unique: what comes after them decides nothing. */
function upToId(keys: readonly SortKey[]): SortKey[] {
  const end = keys.findIndex(({ field }) => field === "_id");
  const deciding = end < 0 ? keys : keys.slice(0, end + 1);
  const last = deciding.at(-1);
  // Ascending ids are the tie-breaker anyhow.
  return deciding.length > 1 && last?.field === "_id" && !last.isDescending
    ? deciding.slice(0, -1)
    : [...deciding];
}
