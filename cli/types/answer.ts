import { z } from "zod";
import { CONTENT_NAME } from "../../contracts/content-names.js";
import type { ContentSchema } from "../../contracts/content-schema.js";

const NAME = "must begin with a small letter and have up to 64 letters and digits, as in coverImage";

/** A name that is written into the file as code (rules/clients 11). */
const contentName = z.string().regex(CONTENT_NAME, NAME);
const targets = z.array(contentName).optional();
const choices = z.array(z.string()).optional();

interface Item {
  type: string;
  fields?: Field[] | undefined;
}
interface Field extends Item {
  name: string;
  of?: Item | undefined;
}

/** Returns whether a definition has what follows from its type; types of newer servers are not known. */
const isWhole = ({ type, fields, to, of }: { type: string; fields?: unknown; to?: unknown; of?: unknown }) =>
  (type !== "object" || fields !== undefined) &&
  (type !== "reference" || to !== undefined) &&
  (type !== "array" || of !== undefined);

const fieldsOf: z.ZodType<Field[]> = z.lazy(() => z.array(field));
const item = z
  .looseObject({ type: z.string(), to: targets, enum: choices, fields: fieldsOf.optional() })
  .refine((given) => given.type !== "array" && isWhole(given));
const field = z
  .looseObject({
    name: contentName,
    title: z.string().optional(),
    description: z.string().nullish(),
    type: z.string(),
    to: targets,
    enum: choices,
    fields: fieldsOf.optional(),
    of: item.optional(),
  })
  .refine(isWhole);
const schema = z.looseObject({
  name: contentName,
  title: z.string().optional(),
  description: z.string().nullish(),
  fields: fieldsOf,
});

/** What delivery tells of a project's types, as far as a file of types needs it: a newer server may say more. */
export const ANSWER = z.object({
  types: z.array(z.object({ schema: schema.transform((given) => given as unknown as ContentSchema) })),
  locales: z.array(z.object({ code: z.string() })),
  defaultLocale: z.string(),
});

/** Returns what a name of the answer must be and is not; null when the names are right and something else is wrong. */
export const wrongName = ({ issues }: z.ZodError): string | null =>
  issues.some(({ message }) => message === NAME) ? NAME : null;
