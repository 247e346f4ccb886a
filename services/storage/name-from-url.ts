const MAX_LENGTH = 300;

/**
 * Returns the last part of a URL's path as a file name, null when it has none. The name is made safe on
 * reading.
 */
export function nameFromUrl({ pathname }: URL): string | null {
  const part = pathname.split("/").at(-1) ?? "";
  const name = decoded(part).toWellFormed();
  // The end of a long name is kept, because it tells the type of the file.
  return name === "" ? null : name.length <= MAX_LENGTH ? name : name.slice(-MAX_LENGTH).toWellFormed();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
