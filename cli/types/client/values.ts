/** Tells references and media from objects of the content that happen to look like them; never there at run time. */
declare const kind: unique symbol;

/** What every document says about itself. */
export interface SystemFields<Type, Code, Status = "published", PublishedAt = string> {
  _id: string;
  _type: Type;
  _status: Status;
  _createdAt: string;
  _updatedAt: string;
  _publishedAt: PublishedAt;
  /** The locale that was read; null for `locale: "*"`. */
  _locale: Code;
  /** Localized fields without a value of their own in that locale. */
  _fallbackFields: string[];
}

/** A reference that is not expanded. */
export interface Reference<To extends string> {
  documentId: string;
  readonly [kind]?: ["reference", To];
}

/** A file. A project that was not given it gets no `url`; the one there is expires, so do not keep it. */
export interface Media {
  storageId: string;
  url?: string;
  contentType?: string;
  readonly [kind]?: ["media"];
}

export interface PortableTextSpan {
  _type: "span";
  _key: string;
  text: string;
  /** Decorators, and keys of `markDefs`. */
  marks?: string[] | null;
}

/** Whatever is not text: a block of its own, or one between spans. */
export interface PortableTextObject {
  _type: string;
  _key: string;
  [field: string]: unknown;
}

export interface PortableTextBlock {
  _type: "block";
  _key: string;
  style?: string | null;
  listItem?: string | null;
  level?: number | null;
  children: (PortableTextSpan | PortableTextObject)[];
  markDefs?: PortableTextObject[] | null;
}

export type PortableText = (PortableTextBlock | PortableTextObject)[];

/** Whether a block is text, with spans, rather than an object. */
export function isTextBlock(block: PortableTextBlock | PortableTextObject): block is PortableTextBlock {
  return block._type === "block";
}

/** Whether a child of a text block is a span, rather than an object between spans. */
export function isSpan(child: PortableTextSpan | PortableTextObject): child is PortableTextSpan {
  return child._type === "span";
}

/** The types that a reference leads to; never for anything else. */
export type TargetOf<Value> = typeof kind extends keyof Value
  ? Value extends { readonly [kind]?: ["reference", infer To extends string] }
    ? To
    : never
  : never;

/** Whether a value is given as it is, without a look inside: references, media, portable text, scalars. */
export type IsAtom<Value> = typeof kind extends keyof Value
  ? true
  : Value extends readonly { _type: string }[]
    ? true
    : Value extends object
      ? false
      : true;
