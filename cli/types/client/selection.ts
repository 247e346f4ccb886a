import type { Locale } from "./content.js";
import type { SortOf, WhereOf } from "./queries.js";
import type { Below, Part, Perspective, SystemOf, TypeName, Widened } from "./read.js";
import type { IsAtom, Media, SystemFields, TargetOf } from "./values.js";

interface InLocale {
  /** Default: the locale of what the field is in. */
  $args?: { locale?: Locale };
}

/** An object that leaves such a field or type out still seems to have it. */
type Inherited =
  | "constructor"
  | "hasOwnProperty"
  | "isPrototypeOf"
  | "propertyIsEnumerable"
  | "toLocaleString"
  | "toString"
  | "valueOf";
type Selectable<Key> = Key extends Inherited ? never : Key;

/** Fields of an object to ask for. */
type FieldsSelection<Fields, Localized extends string> = {
  [Key in keyof Fields as Selectable<Key>]?: ValueSelection<
    Exclude<Fields[Key], undefined>,
    Key extends Localized ? true : false,
    Below<Localized, Key>
  >;
};

type ValueSelection<Value, IsLocalized extends boolean, Localized extends string> = [Value] extends [Media]
  ? FileSelection & (IsLocalized extends true ? InLocale : unknown)
  : [TargetOf<Value>] extends [never]
    ? IsAtom<Value> extends true
      ? true | (IsLocalized extends true ? Required<InLocale> : never)
      : Value extends readonly (infer Item)[]
        ? ValueSelection<Item, false, Localized>
        : FieldsSelection<Value, Localized>
    : InLocale & TargetSelection<TargetOf<Value>>;

interface FileSelection {
  storageId?: true;
  url?: true;
  contentType?: true;
}

type SystemSelection = { [Key in keyof SystemFields<0, 0>]?: true };

type DocumentSelection<Type extends string> = SystemSelection &
  FieldsSelection<Omit<Part<Type, "document">, keyof SystemFields<0, 0>>, Part<Type, "localized"> & string>;

/** Of a reference to several types: system fields, and under `$on`, which may be empty, those of each type. */
type TargetSelection<To extends string> =
  IsUnion<To> extends true
    ? SystemSelection & { $on: { [Type in To as Selectable<Type>]?: DocumentSelection<Type> } }
    : DocumentSelection<To>;

type IsUnion<Type, Each = Type> = Each extends Type ? ([Type] extends [Each] ? false : true) : never;

interface ListArguments<Type extends TypeName> {
  where?: WhereOf<Type>;
  sort?: readonly SortOf<Type>[];
  /** 1 to 100; 20 unless said otherwise. */
  limit?: number;
  offset?: number;
  locale?: Locale;
}

/** `{ allArticle: { $args: { limit: 5 }, items: { title: true }, total: true } }`, and `article` by id. */
export type Selection = {
  [Type in TypeName as Selectable<Type>]?: {
    $args: { id: string; locale?: Locale };
  } & DocumentSelection<Type>;
} & {
  [Type in TypeName as `all${Capitalize<Type>}`]?: {
    $args?: ListArguments<Type>;
    items?: DocumentSelection<Type>;
    total?: true;
  };
};

/** `Given` where it has nothing that `Allowed` has not: refuses misspelled fields. */
export type Exactly<Given, Allowed> = Given extends readonly unknown[]
  ? Allowed extends readonly (infer Item)[]
    ? { [At in keyof Given]: Exactly<Given[At], Item> }
    : Given
  : Given extends Date
    ? Given
    : Given extends object
      ? {
          [Key in keyof Given]: Key extends KeysOf<Allowed>
            ? Exactly<Given[Key], ValueAt<Allowed, Key>>
            : never;
        }
      : Given;

type KeysOf<Type> = Type extends object ? keyof Type : never;
type ValueAt<Type, Key> = Type extends object ? (Key extends keyof Type ? Type[Key] : never) : never;

/** What a selection answers. Its absent values are null. */
export type ResultOf<Given, P extends Perspective> = {
  -readonly [Key in keyof Given]: Key extends TypeName
    ? DocumentResult<Key, Given[Key], P> | null
    : Key extends `all${infer Name}`
      ? ListResult<Uncapitalize<Name>, Given[Key], P>
      : never;
};

type ListResult<Type extends string, Given, P extends Perspective> = {
  -readonly [Key in keyof Given as Key extends "$args" ? never : Key]: Key extends "items"
    ? DocumentResult<Type, Given[Key], P>[]
    : number;
};

type DocumentResult<Type extends string, Given, P extends Perspective> = {
  -readonly [Key in keyof Given as Key extends "$args" | "$on" ? never : Key]: Key extends keyof SystemFields<
    0,
    0
  >
    ? SystemOf<Type, P, Locale>[Key]
    : FieldResult<Part<Type, "document">, Key, Given[Key], P>;
};

type ObjectResult<Fields, Given, P extends Perspective> = {
  -readonly [Key in keyof Given as Key extends "$args" ? never : Key]: FieldResult<
    Fields,
    Key,
    Given[Key],
    P
  >;
};

type FieldResult<Fields, Key, Given, P extends Perspective> = Key extends keyof Fields
  ? ValueResult<Exclude<Fields[Key], undefined>, Given, P> | Absent<Fields[Key], P>
  : never;

type Absent<Value, P extends Perspective> = P extends "drafts"
  ? null
  : undefined extends Value
    ? null
    : never;

type ValueResult<Value, Given, P extends Perspective> = [Value] extends [Media]
  ? FileResult<Given>
  : [TargetOf<Value>] extends [never]
    ? IsAtom<Value> extends true
      ? P extends "drafts"
        ? Widened<Value>
        : Value
      : Value extends readonly (infer Item)[]
        ? ValueResult<Item, Given, P>[]
        : ObjectResult<Value, Given, P>
    : TargetResult<TargetOf<Value>, Given, P> | null;

type FileResult<Given> = {
  -readonly [Key in keyof Given as Key extends "$args" ? never : Key]: Key extends "storageId"
    ? string
    : string | null;
};

type TargetResult<To extends string, Given, P extends Perspective> = To extends string
  ? Merged<
      DocumentResult<To, Given, P>,
      To extends Inherited
        ? unknown
        : Given extends { $on: { [_ in To]: infer Own } }
          ? DocumentResult<To, Own, P>
          : unknown
    >
  : never;

type Merged<A, B> = unknown extends B
  ? A
  : { [Key in keyof A | keyof B]: Key extends keyof B ? B[Key] : Key extends keyof A ? A[Key] : never };
