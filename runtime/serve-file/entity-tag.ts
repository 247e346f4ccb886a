/** Whether `If-None-Match` names the tag: weak comparison, a list or `*` (RFC 9110, 13.1.2). */
export function isNoneMatch(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((each) => each.replace(/^W\//, "") === tag);
}

/** Whether a range may be served: strong comparison; a date never matches, for no modification date is sent (RFC 9110, 13.1.5). */
export const isIfRange = (header: string | undefined, tag: string): boolean =>
  header === undefined || header.trim() === tag;
