import type { ContentSchema, FieldDefinition, MEDIA_KINDS } from "../../contracts/content-schema.js";

type MediaKind = (typeof MEDIA_KINDS)[number];

/** A field on the way into a document; of a list of objects one item is gone on with. */
export interface Step {
  name: string;
  isItems: boolean;
}

/** Where in documents of a type a file can go: a field, also within objects and items of lists, or a list of files. */
export interface MediaPlace {
  /** From the outside in. */
  steps: readonly Step[];
  /** What a person calls it. */
  title: string;
  isList: boolean;
  isLocalized: boolean;
}

const takes = (accept: readonly MediaKind[] | undefined, kind: MediaKind): boolean =>
  accept === undefined || accept.length === 0 || accept.includes(kind);

/** The places of a type that take a kind of file, in the order of its form. Blocks of rich text hold no files. */
export const placesIn = ({ fields }: Pick<ContentSchema, "fields">, kind: MediaKind): MediaPlace[] =>
  fields.flatMap((field) => placesOf(field, kind, { steps: [], title: "" }));

function placesOf(
  field: FieldDefinition,
  kind: MediaKind,
  outer: Pick<MediaPlace, "steps" | "title">,
): MediaPlace[] {
  const title = outer.title === "" ? field.title : `${outer.title}, ${field.title}`;
  const within = (isItems: boolean) => ({ steps: [...outer.steps, { name: field.name, isItems }], title });
  const inner = (fields: readonly FieldDefinition[], isItems: boolean) =>
    fields.flatMap((one) => placesOf(one, kind, within(isItems)));
  const place = (isList: boolean, isLocalized = false) => [{ ...within(false), isList, isLocalized }];
  if (field.type === "media" && takes(field.accept, kind)) return place(false, field.localized === true);
  if (field.type === "array" && field.of.type === "media" && takes(field.of.accept, kind)) return place(true);
  if (field.type === "object") return inner(field.fields, false);
  if (field.type === "array" && field.of.type === "object") return inner(field.of.fields, true);
  return [];
}

/** Whether one picks an item on the way. */
export const hasItems = ({ steps }: MediaPlace): boolean => steps.some(({ isItems }) => isItems);

export type Json = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

/** The file that stands there; null where there is none, or a list. */
export const fileAt = (value: unknown): string | null =>
  isObject(value) && typeof value["storageId"] === "string" ? value["storageId"] : null;

/** Whether the file stands there, or is one of the list. */
export const holds = ({ isList }: MediaPlace, value: unknown, storageId: string): boolean =>
  isList ? listOf(value).some((item) => fileAt(item) === storageId) : fileAt(value) === storageId;

/** What stands there once the file is in it: a list has it at its end. */
export const withFile = (place: MediaPlace, old: unknown, storageId: string): unknown =>
  place.isList ? [...listOf(old), { storageId }] : { storageId };
