const MAX_LENGTH = 300;

/** The last part of a URL's path as a file name, or null where it has none; kept as it is, made safe on reading. */
export function nameFromUrl({ pathname }: URL): string | null {
  const part = pathname.split("/").at(-1) ?? "";
  const name = decoded(part).toWellFormed();
  // The end says what the file is.
  return name === "" ? null : name.length <= MAX_LENGTH ? name : name.slice(-MAX_LENGTH).toWellFormed();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
