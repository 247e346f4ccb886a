const known = new WeakMap<object, Map<string, unknown>>();

/**
 * Returns the one object of this process that has this owner and name, and makes it on the first call. It
 * serves state that an area keeps in memory and that other code has to find. A module's variable would not
 * do, because a reload of the area makes another one while earlier importers keep the first. The object made
 * first stays, with the code that made it.
 */
export function processWide<T>(owner: object, name: string, make: () => T): T {
  let named = known.get(owner);
  if (named === undefined) known.set(owner, (named = new Map()));
  if (!named.has(name)) named.set(name, make());
  return named.get(name) as T;
}
