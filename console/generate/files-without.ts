interface Put {
  /** The file that was put before the others. */
  storageId: string;
  /** The files of the field before that. */
  before: readonly string[];
  /** Number of files that the field takes. */
  most: number;
}

/**
 * Returns the files of a field without the file that was put in, or undefined if the field no longer has it.
 * A file that it had displaced comes back if there is room. Files that were added or removed since stay so.
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
