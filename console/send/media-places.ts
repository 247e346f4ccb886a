import type { ContentSchema, FieldDefinition, MEDIA_KINDS } from "../../contracts/content-schema.js";

type MediaKind = (typeof MEDIA_KINDS)[number];

/** A field on the path into a document; for a list of objects the path continues in one item. */
export interface Step {
  name: string;
  isItems: boolean;
}

/**
 * A place for files in the documents of a type: a field, also within objects and items, or a list of files.
 */
export interface MediaPlace {
  /** The fields of the path from the outside to the inside. */
  steps: readonly Step[];
  /** The title of the place for a person. */
  title: string;
  isList: boolean;
  isLocalized: boolean;
}

const takes = (accept: readonly MediaKind[] | undefined, kind: MediaKind): boolean =>
  accept === undefined || accept.length === 0 || accept.includes(kind);

/**
 * Returns the places of a type that take a kind of file, in the order of the form. Rich text holds no files.
 */
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

/** Tells whether the person chooses an item on the path. */
export const hasItems = ({ steps }: MediaPlace): boolean => steps.some(({ isItems }) => isItems);

export type Json = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

/** Returns the storage id of a media value; null for no file and for a list. */
export const fileAt = (value: unknown): string | null =>
  isObject(value) && typeof value["storageId"] === "string" ? value["storageId"] : null;

/** Tells whether the value is the file or a list with the file. */
export const holds = ({ isList }: MediaPlace, value: unknown, storageId: string): boolean =>
  isList ? listOf(value).some((item) => fileAt(item) === storageId) : fileAt(value) === storageId;

/** Returns the value with the file; a list gets it at the end. */
export const withFile = (place: MediaPlace, old: unknown, storageId: string): unknown =>
  place.isList ? [...listOf(old), { storageId }] : { storageId };
