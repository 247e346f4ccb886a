import type { ContentSchema, FieldDefinition, MEDIA_KINDS } from "../../contracts/content-schema.js";

type MediaKind = (typeof MEDIA_KINDS)[number];

/** Where in a document a file can go: a field, also within objects, or a list of files. */
export interface MediaPlace {
  /** Names of fields from the outside in. */
  path: readonly string[];
  /** What a person calls it. */
  title: string;
  isList: boolean;
  isLocalized: boolean;
}

const takes = (accept: readonly MediaKind[] | undefined, kind: MediaKind): boolean =>
  accept === undefined || accept.length === 0 || accept.includes(kind);

/** The places of a type that take a kind of file, in the order of its form. */
export const placesIn = ({ fields }: Pick<ContentSchema, "fields">, kind: MediaKind): MediaPlace[] =>
  fields.flatMap((field) => placesOf(field, kind, { path: [], title: "" }));

function placesOf(
  field: FieldDefinition,
  kind: MediaKind,
  outer: Pick<MediaPlace, "path" | "title">,
): MediaPlace[] {
  const path = [...outer.path, field.name];
  const title = outer.title === "" ? field.title : `${outer.title}, ${field.title}`;
  if (field.type === "media" && takes(field.accept, kind))
    return [{ path, title, isList: false, isLocalized: field.localized === true }];
  if (field.type === "array" && field.of.type === "media" && takes(field.of.accept, kind))
    return [{ path, title, isList: true, isLocalized: false }];
  if (field.type === "object") return field.fields.flatMap((inner) => placesOf(inner, kind, { path, title }));
  return [];
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What stands at a place of a draft, in a language where the place has languages. */
export function valueAt(draft: Json, { path, isLocalized }: MediaPlace, locale: string): unknown {
  let value: unknown = draft;
  for (const name of isLocalized ? [...path, locale] : path)
    value = isObject(value) ? value[name] : undefined;
  return value;
}

/** The change of a draft that puts a value there and leaves everything else; null clears it. */
export const changeAt = ({ path, isLocalized }: MediaPlace, locale: string, value: unknown): Json =>
  (isLocalized ? [...path, locale] : path).reduceRight<unknown>(
    (inner, name) => ({ [name]: inner }),
    value,
  ) as Json;

/** The file that stands there; null where there is none, or a list. */
export const fileAt = (value: unknown): string | null =>
  isObject(value) && typeof value["storageId"] === "string" ? value["storageId"] : null;

/** What stands there once the file is in it: a list has it at its end. */
export const withFile = (place: MediaPlace, old: unknown, storageId: string): unknown =>
  place.isList ? [...(Array.isArray(old) ? (old as unknown[]) : []), { storageId }] : { storageId };
