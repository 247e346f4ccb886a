interface Put {
  /** What was put before the others. */
  storageId: string;
  /** The files that the field had until then. */
  before: readonly string[];
  /** How many it takes. */
  most: number;
}

/**
 * The files of a field without one that was put before them; undefined where it is not among them any more. What gave way to it comes
 * back as far as there is room. What was added or removed since stays so.
 */
export function filesWithout(
  held: readonly string[],
  { storageId, before, most }: Put,
): string[] | undefined {
  if (!held.includes(storageId)) return undefined;
  const others = before.filter((id) => id !== storageId);
  const gaveWay = others.slice(most - 1).filter((id) => !held.includes(id));
  return [...held.filter((id) => id !== storageId), ...gaveWay].slice(0, most);
}
