import type { Locale } from "./content.js";
import type { Part, Perspective, TypeName } from "./read.js";

/** What `where` may say of a type. */
export type WhereOf<Type extends TypeName> = Part<Type, "where">;

/** A field that sorts, with `-` before it from the last to the first. */
export type SortOf<Type extends TypeName> = SortKey<Part<Type, "sort"> & string>;
type SortKey<Field extends string> = Field | `-${Field}`;

/** A field, or one inside an object. */
export type SelectOf<Type extends TypeName> = Part<Type, "paths"> & string;

/** A reference, or one in the document that it leads to. */
export type ExpandOf<Type extends TypeName> = Type extends TypeName
  ? ReferencesOf<Type> | Deeper<Part<Type, "references">>
  : never;

/** What is no type's name stands for too many to list. */
type ReferencesOf<To> = To extends TypeName ? keyof Part<To, "references"> & string : To & string;
type Deeper<References> = {
  [Path in keyof References & string]: `${Path}.${ReferencesOf<References[Path]>}`;
}[keyof References & string];

/** How documents are read. */
export interface ReadOptions<P, Code, Select, Expand> {
  /** Fields to keep; system fields are always there. */
  select?: Select | undefined;
  /** References to replace by their documents: `author`, `author.company`. One whose target is gone becomes null. */
  expand?: Expand | undefined;
  /** A locale with its fallbacks, or `*` for maps by locale. Default: the client's, else the project's. */
  locale?: Code | undefined;
  /** Default: the client's. */
  perspective?: P | undefined;
  signal?: AbortSignal | undefined;
}

export interface ListOptions<Type extends TypeName, P, Code, Select, Expand> extends ReadOptions<
  P,
  Code,
  Select,
  Expand
> {
  where?: WhereOf<Type> | undefined;
  /** Ties are by id, absent values last. Default: `-_createdAt`. */
  sort?: readonly SortOf<Type>[] | undefined;
  /** 1 to 100; 20 unless said otherwise. */
  limit?: number | undefined;
  offset?: number | undefined;
}

/** Of documents in lists. */
export interface Page<Document> {
  documents: Document[];
  /** Of all that match. */
  total: number;
  limit: number;
  offset: number;
}

/** What `GET /types` tells: the project's schemas as they are now. */
export interface ProjectTypes {
  types: {
    name: string;
    title: string;
    description: string | null;
    version: number;
    schema: { name: string; [key: string]: unknown };
  }[];
  locales: { code: string; title: string; fallback: string | null; required: boolean }[];
  defaultLocale: string;
  total: number;
}

/** The options of any call, for what sends them. */
export type AnyOptions = ListOptions<never, Perspective, Locale | "*", readonly string[], readonly string[]>;
