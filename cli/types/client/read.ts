import type { ContentTypes, Locale } from "./content.js";
import type { IsAtom, SystemFields, TargetOf } from "./values.js";

export type TypeName = keyof ContentTypes;

/** A part of what is known of a type. */
export type Part<Type, Key extends string> = Type extends keyof ContentTypes
  ? ContentTypes[Type] extends { [_ in Key]: infer Found }
    ? Found
    : never
  : never;

/** Published documents as others see them, or drafts as well. */
export type Perspective = "published" | "drafts";

/** A localized field with `locale: "*"`: only the locales that have a value. */
export type LocaleMap<Value> = { [Code in Locale]?: Value };

/** How documents are read. */
interface View {
  perspective: Perspective;
  /** `locale: "*"`. */
  isEveryLocale: boolean;
  /** The fields that are selected are not known before. */
  isSparse: boolean;
  /** The references that are expanded are not known before. */
  isMaybeExpanded: boolean;
}

/** What is left of the paths that begin with a key. */
export type Below<Path extends string, Key> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends Key
    ? Rest
    : never
  : never;

type HeadOf<Path extends string> = Path extends `${infer Head}.${string}` ? Head : Path;

/** "*": everything. */
type SelectBelow<Select extends string, Key> = "*" extends Select
  ? "*"
  : Key extends Select
    ? "*"
    : Below<Select, Key>;

type IfSelected<Key, Select extends string> = "*" extends Select
  ? Key
  : Key extends HeadOf<Select>
    ? Key
    : never;

/** Makes one object type of several, so that editors show its fields. */
type Flat<Fields> = { [Key in keyof Fields]: Fields[Key] } & {};

/** Drafts may miss what publishing requires. */
type Missing<Fields, V extends View> = V["perspective"] extends "drafts"
  ? Partial<Fields>
  : V["isSparse"] extends true
    ? Partial<Fields>
    : Fields;

type FieldsOf<
  Fields,
  V extends View,
  Select extends string,
  Localized extends string,
  Expand extends string,
> = Missing<
  {
    [Key in keyof Fields as IfSelected<Key, Select>]: Key extends Localized
      ? InLocales<ValueOf<Exclude<Fields[Key], undefined>, V, "*", never, never>, V>
      : ValueOf<
          Exclude<Fields[Key], undefined>,
          V,
          SelectBelow<Select, Key>,
          Below<Localized, Key>,
          Key extends Expand ? "" | Below<Expand, Key> : Below<Expand, Key>
        >;
  },
  V
>;

type InLocales<Value, V extends View> = V["isEveryLocale"] extends true ? LocaleMap<Value> : Value;

/** `Expand`: paths below the value, "" for itself. */
type ValueOf<
  Value,
  V extends View,
  Select extends string,
  Localized extends string,
  Expand extends string,
> = [TargetOf<Value>] extends [never]
  ? IsAtom<Value> extends true
    ? AtomOf<Value, V>
    : Value extends readonly (infer Item)[]
      ? ValueOf<Item, V, Select, Localized, Expand>[]
      : FieldsOf<Value, V, Select, Localized, Expand>
  : [Expand] extends [never]
    ? Value
    : Expanded<TargetOf<Value>, V, Expand> | null | (V["isMaybeExpanded"] extends true ? Value : never);

/** A draft may have a value that is none of the choices. */
type AtomOf<Value, V extends View> = V["perspective"] extends "drafts" ? Widened<Value> : Value;

export type Widened<Value> = Value extends string
  ? string extends Value
    ? Value
    : Value | (string & {})
  : Value;

/** Of several targets each ignores the paths that it does not have. */
type Expanded<To extends string, V extends View, Expand extends string> = To extends TypeName
  ? DocumentIn<To, { [Key in keyof V]: Key extends "isSparse" ? false : V[Key] }, "*", Expand>
  : never;

type DocumentIn<Type extends TypeName, V extends View, Select extends string, Expand extends string> = Flat<
  SystemIn<Type, V> &
    FieldsOf<
      Omit<Part<Type, "document">, keyof SystemFields<0, 0>>,
      V,
      Select,
      Part<Type, "localized"> & string,
      Expand
    >
>;

type SystemIn<Type, V extends View> = SystemOf<
  Type,
  V["perspective"],
  V["isEveryLocale"] extends true ? null : Locale
>;

export type SystemOf<Type, P extends Perspective, Code> = P extends "drafts"
  ? SystemFields<Type, Code, "draft" | "published" | "changed", string | null>
  : SystemFields<Type, Code>;

type Paths = readonly string[] | undefined;
type PathsIn<List> = List extends readonly string[] ? List[number] : never;
type IsOpen<List> = List extends readonly string[] ? (number extends List["length"] ? true : false) : false;

/**
 * A document as a call with these options answers it. Options that may be one or the other give the union of what
 * they give.
 */
export type DocumentOf<
  Type extends TypeName,
  P extends Perspective = "published",
  Code extends Locale | "*" = Locale,
  Select extends Paths = undefined,
  Expand extends Paths = undefined,
> = Type extends TypeName
  ? P extends Perspective
    ? Select extends Paths
      ? Expand extends Paths
        ? DocumentBy<Type, P, Code extends "*" ? true : false, Select, Expand>
        : never
      : never
    : never
  : never;

type DocumentBy<
  Type extends TypeName,
  P extends Perspective,
  IsEveryLocale extends boolean,
  Select extends Paths,
  Expand extends Paths,
> = IsEveryLocale extends boolean
  ? [P, IsEveryLocale, Select, PathsIn<Expand>] extends ["published", false, undefined, never]
    ? Part<Type, "document">
    : DocumentIn<
        Type,
        {
          perspective: P;
          isEveryLocale: IsEveryLocale;
          isSparse: IsOpen<Select>;
          isMaybeExpanded: IsOpen<Expand>;
        },
        Select extends readonly string[] ? Select[number] : "*",
        PathsIn<Expand>
      >
  : never;
