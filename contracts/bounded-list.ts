import { z } from "zod";

/** Number of wrong items after which the rest of a list is not read: a refusal names five values (rules/edge 22). */
const MAX_WRONG_ITEMS = 5;

interface BoundedListDef extends z.core.$ZodArrayDef {
  longest: number;
}

/** A schema of a list that reads no item when the list is too long, and none after five wrong ones. Only `boundedList` makes it. */
export const BoundedList = z.core.$constructor<z.ZodArray, BoundedListDef>("BoundedList", (list, def) => {
  z.ZodArray.init(list, def);
  const { _zod: reader } = list;
  const { _zod: item } = def.element;
  const readWhole = reader.parse;
  reader.parse = (payload, context) => {
    const items: unknown = payload.value;
    // zod refuses a value that is no list; a list that is too long goes to it unread, and is refused by its length.
    if (!Array.isArray(items) || items.length > def.longest) return readWhole(payload, context);
    const read: unknown[] = [];
    let wrong = 0;
    for (const [at, value] of items.entries()) {
      const result = item.run({ value, issues: [] }, context);
      if (result instanceof Promise) throw new z.core.$ZodAsyncError();
      read.push(result.value);
      if (result.issues.length === 0) continue;
      payload.issues.push(...z.core.util.prefixIssues(at, result.issues));
      if (++wrong === MAX_WRONG_ITEMS) return unread(payload);
    }
    payload.value = read;
    return payload;
  };
});

/** Keeps later checks from the list, which still holds the caller's values, not the read ones. */
function unread(payload: z.core.ParsePayload): z.core.ParsePayload {
  for (const issue of payload.issues) Object.assign(issue, { continue: false });
  return payload;
}

/**
 * Returns the schema of a list of a request, whose length is checked before any item is read (rules/edge 51). `error` says what
 * the list must be, `tooLong` how long it may be.
 */
export const boundedList = <T extends z.ZodType>(
  item: T,
  longest: number,
  { error, tooLong }: { error?: string; tooLong?: string } = {},
): z.ZodArray<T> =>
  new BoundedList({
    type: "array",
    element: item,
    longest,
    ...(error !== undefined && { error: () => error }),
  }).max(longest, tooLong) as z.ZodArray<T>;
