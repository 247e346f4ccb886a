/**
 * Returns the milliseconds that an upstream asks to wait: by `retry-after-ms`, or by `retry-after` in seconds
 * or as a date. Undefined when it asks for none.
 */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const exact = numberIn(headers.get("retry-after-ms"));
  if (exact !== null && exact >= 0) return exact;
  const text = headers.get("retry-after");
  const seconds = numberIn(text);
  // JavaScript reads some numbers as dates, so a number is never read as one.
  if (seconds !== null) return seconds >= 0 ? seconds * 1000 : undefined;
  const at = Date.parse(text ?? "");
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Returns the number of a header; null without one. JavaScript would read an empty text as 0. */
function numberIn(text: string | null): number | null {
  if (text === null || text.trim() === "") return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}
