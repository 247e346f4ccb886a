const known = new WeakMap<object, Map<string, unknown>>();

/**
 * The one of a process, by what it belongs to and a name of its own: what code of an area keeps in memory, and other
 * code has to find. A variable of a module would not do: a reload of the area makes another one, while those who
 * imported it before go on with the first. The one that was made first stays, with the code that made it.
 */
export function processWide<T>(owner: object, name: string, make: () => T): T {
  let named = known.get(owner);
  if (named === undefined) known.set(owner, (named = new Map()));
  if (!named.has(name)) named.set(name, make());
  return named.get(name) as T;
}
