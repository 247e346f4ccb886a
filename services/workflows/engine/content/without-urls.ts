/** A delivered value whose media are ids alone: URLs expire, and are other ones each time. */
export function withoutUrls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUrls);
  if (typeof value !== "object" || value === null) return value;
  const { storageId } = value as { storageId?: unknown };
  if (typeof storageId === "string") return { storageId };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutUrls(each)]));
}
