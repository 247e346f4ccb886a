import { z } from "zod";

/** Types whose value is one scalar, which can be sorted and filtered by (rules/delivery 18). */
export const SCALAR_TYPES = ["string", "text", "number", "boolean", "datetime"] as const;

export const FIELD_TYPES = [
  ...SCALAR_TYPES,
  "portableText",
  "media",
  "reference",
  "object",
  "array",
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Types that take `localized`. */
export const LOCALIZABLE_TYPES = ["string", "text", "portableText", "media"] as const;

export const MEDIA_KINDS = ["image", "video", "audio"] as const;

/** Levels of nested objects (rules/content 6). */
export const MAX_NESTING = 3;

/** Options of each field type, besides `name`, `title`, `description` and `required`. */
interface Options {
  string: { maxLength?: number; enum?: string[]; localized?: boolean };
  text: { maxLength?: number; localized?: boolean };
  number: { integer?: boolean; min?: number; max?: number };
  boolean: object;
  datetime: object;
  portableText: { localized?: boolean };
  media: { accept?: (typeof MEDIA_KINDS)[number][]; localized?: boolean };
  reference: { to: string[] };
  object: { fields: FieldDefinition[] };
  array: { of: ItemDefinition };
}

/** What may not be localized says so, so that whoever has any field can ask it. */
type Shape<T extends FieldType> = { type: T } & Options[T] &
  ("localized" extends keyof Options[T] ? unknown : { localized?: never });

/**
 * Definition of an array's items: it has no name and is never an array. With `required` no item may be empty.
 */
export type ItemDefinition = {
  [T in Exclude<FieldType, "array">]: Shape<T> & {
    title?: string;
    description?: string;
    required?: boolean;
  };
}[Exclude<FieldType, "array">];

export type FieldDefinition = {
  [T in FieldType]: Shape<T> & { name: string; title: string; description?: string; required?: boolean };
}[FieldType];

/** A type's schema as it is stored: checked, and without unknown keys (rules/content 5). */
export interface ContentSchema {
  name: string;
  title: string;
  description?: string;
  fields: FieldDefinition[];
  titleField?: string;
}

/** Field values by field name. A localized value is a map by locale code. */
export type ContentFields = Record<string, unknown>;

/** Codes of the issues that a value may have. */
export const ISSUE_CODES = [
  "required",
  "invalid_type",
  "unknown_field",
  "unknown_locale",
  "orphaned_value",
  "too_long",
  "not_in_enum",
  "not_an_integer",
  "too_small",
  "too_big",
  "invalid_datetime",
  "invalid_block",
  "duplicate_key",
  "unknown_media",
  "wrong_media_kind",
  "media_not_linked",
  "unknown_document",
  "wrong_document_type",
] as const;
export type IssueCode = (typeof ISSUE_CODES)[number];

/**
 * An issue of a draft (rules/content 22). An orphaned value and media that is not linked do not keep the
 * draft from being published.
 */
export const contentIssue = z.strictObject({
  path: z
    .string()
    .describe(`Dotted path, such as \`seo.title\`, \`gallery[2]\` or \`body[_key=="k1"].children[0]\`.`),
  code: z.enum(ISSUE_CODES),
  message: z.string().describe("A sentence for people that begins with the path."),
  locale: z
    .string()
    .optional()
    .describe("Locale of the value that the issue is about, for a localized field."),
});
export type ContentIssue = z.infer<typeof contentIssue>;

const HARMLESS: ReadonlySet<IssueCode> = new Set<IssueCode>(["orphaned_value", "media_not_linked"]);

/** Returns true when a draft with these issues may be published. */
export const isPublishable = (issues: readonly ContentIssue[]): boolean =>
  issues.every(({ code }) => HARMLESS.has(code));
