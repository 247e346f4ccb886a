import { z } from "zod";

const encoder = new TextEncoder();

/**
 * Returns true when a value has at most `most` bytes as JSON in UTF-8. The members of a larger value are not read to their end,
 * since writing millions of them as JSON takes a second of the event loop.
 */
export const isWithinJson = (value: unknown, most: number): boolean =>
  isPerhapsWithin(value, most) && encoder.encode(JSON.stringify(value)).length <= most;

/**
 * Returns false when a value surely has more than `most` bytes as JSON: each character of a text has one at least, and so has
 * each other value. Ends at the first member beyond `most`.
 */
export function isPerhapsWithin(value: unknown, most: number): boolean {
  let bytes = 0;
  const unread: unknown[] = [value];
  while (unread.length > 0) {
    const next = unread.pop();
    bytes += typeof next === "string" ? next.length + 2 : 1;
    if (Array.isArray(next)) {
      bytes += next.length;
      if (bytes > most) return false;
      for (const item of next) unread.push(item);
    } else if (typeof next === "object" && next !== null)
      for (const key in next) {
        bytes += key.length + 4;
        if (bytes > most) return false;
        unread.push((next as Readonly<Record<string, unknown>>)[key]);
      }
    if (bytes > most) return false;
  }
  return true;
}

interface Bounded {
  /** The bytes that a value may have as JSON. */
  mostBytes: number;
  tooLarge: string;
}

/** Makes a schema refuse a value that is too large before it reads any member. */
function refuseFirst(schema: z.ZodType, { mostBytes, tooLarge }: Bounded): void {
  const { _zod: reader } = schema;
  const readWhole = reader.parse;
  reader.parse = (payload, context) => {
    const { value } = payload;
    if (typeof value !== "object" || value === null || isWithinJson(value, mostBytes))
      return readWhole(payload, context);
    payload.issues.push({
      code: "custom",
      message: tooLarge,
      input: value,
      inst: schema as z.core.$ZodType,
      continue: false,
    });
    return payload;
  };
}

const BoundedObject = z.core.$constructor<z.ZodObject, z.core.$ZodObjectDef & Bounded>(
  "BoundedObject",
  (schema, def) => {
    z.ZodObject.init(schema, def);
    refuseFirst(schema, def);
  },
);

const BoundedRecord = z.core.$constructor<z.ZodRecord, z.core.$ZodRecordDef & Bounded>(
  "BoundedRecord",
  (schema, def) => {
    z.ZodRecord.init(schema, def);
    refuseFirst(schema, def);
  },
);

/**
 * Returns the object or map of a request with a bound of its bytes as JSON, which is met before any of its members is read
 * (rules/edge 53). `tooLarge` says how large it may be.
 */
export function boundedJson<T extends z.ZodObject | z.ZodRecord>(schema: T, bounded: Bounded): T {
  const {
    _zod: { def },
  } = schema;
  const made =
    def.type === "object"
      ? new BoundedObject({ ...def, ...bounded })
      : new BoundedRecord({ ...def, ...bounded });
  return made as z.ZodType as T;
}
