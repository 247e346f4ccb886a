/**
 * The reference for queries, written as plainly and as slowly as possible: the document index must agree with it. It imports nothing
 * from services/delivery.
 */

export interface NaiveField {
  name: string;
  type: string;
  localized?: boolean;
  integer?: boolean;
  of?: NaiveField | { type: string };
}

export interface NaiveDocument {
  id: string;
  version: number;
  status: string;
  createdAt: number;
  updatedAt: number;
  publishedAt: number | null;
  fields: Record<string, unknown>;
}

export interface NaiveLocales {
  defaultLocale: string;
  locales: readonly { code: string; fallback: string | null }[];
}

export interface NaiveQuery {
  where: unknown;
  sort: readonly string[];
  limit: number;
  offset: number;
  locale?: string;
}

type Value = string | number | boolean | null;
type Plain = Record<string, unknown>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function naiveQuery(
  fields: readonly NaiveField[],
  locales: NaiveLocales,
  documents: Iterable<NaiveDocument>,
  query: NaiveQuery,
): { ids: string[]; versions: number[]; total: number } {
  const reader = new NaiveReader(fields, locales, query.locale);
  const matching = [...documents].filter((document) => reader.matches(document, query.where as Plain));
  const keys = query.sort.length > 0 ? query.sort : ["-_createdAt"];
  matching.sort((a, b) => {
    for (const key of keys) {
      const isDown = key.startsWith("-");
      const name = isDown ? key.slice(1) : key;
      const [x, y] = [reader.scalar(a, name), reader.scalar(b, name)];
      if (x === null && y === null) continue;
      if (x === null) return 1;
      if (y === null) return -1;
      const difference = order(x, y);
      if (difference !== 0) return isDown ? -difference : difference;
    }
    return a.id < b.id ? -1 : 1;
  });
  const page = matching.slice(query.offset, query.offset + query.limit);
  return {
    ids: page.map(({ id }) => id),
    versions: page.map(({ version }) => version),
    total: matching.length,
  };
}

class NaiveReader {
  readonly #fields: readonly NaiveField[];
  readonly #locales: NaiveLocales;
  readonly #chain: string[] = [];

  constructor(fields: readonly NaiveField[], locales: NaiveLocales, locale = locales.defaultLocale) {
    this.#fields = fields;
    this.#locales = locales;
    let next: string | null = locale === "*" ? locales.defaultLocale : locale;
    while (next !== null && !this.#chain.includes(next)) {
      this.#chain.push(next);
      const code: string = next;
      next = locales.locales.find((one) => one.code === code)?.fallback ?? null;
    }
    if (!this.#chain.includes(locales.defaultLocale)) this.#chain.push(locales.defaultLocale);
  }

  matches(document: NaiveDocument, where: Plain): boolean {
    return Object.entries(where).every(([name, inner]) => {
      if (name === "and") return (inner as Plain[]).every((one) => this.matches(document, one));
      if (name === "or") return (inner as Plain[]).some((one) => this.matches(document, one));
      if (name === "not") return !this.matches(document, inner as Plain);
      return Object.entries(inner as Plain).every(([operator, operand]) =>
        this.#holds(document, name, operator, operand),
      );
    });
  }

  #holds(document: NaiveDocument, name: string, operator: string, operand: unknown): boolean {
    if (operator === "exists") return !isEmpty(this.value(document, name)) === operand;
    if (operator === "ne") return !this.#holds(document, name, "eq", operand);
    if (operator === "in")
      return (operand as unknown[]).some((one) => this.#holds(document, name, "eq", one));
    const value = this.scalar(document, name);
    if (value === null) return false;
    if (operator === "contains")
      return new RegExp(escapeText(operand as string), "iu").test(String(value).toWellFormed());
    if (name === "_id" && UUID.test(operand as string))
      return this.#compares(value, operator, (operand as string).toLowerCase());
    const isInstant = name.endsWith("At") || this.#field(name)?.type === "datetime";
    return this.#compares(value, operator, isInstant ? Date.parse(operand as string) : (operand as Value));
  }

  #compares(value: Value, operator: string, operand: Value): boolean {
    const difference = order(value, operand);
    switch (operator) {
      case "eq":
        return difference === 0;
      case "lt":
        return difference < 0;
      case "lte":
        return difference <= 0;
      case "gt":
        return difference > 0;
      case "gte":
        return difference >= 0;
      default:
        throw new Error(operator);
    }
  }

  #field = (name: string) => this.#fields.find((field) => field.name === name);

  /** Returns the value that comparisons and sorts see: datetimes as instants, null for an absent value. */
  scalar(document: NaiveDocument, name: string): Value {
    const value = this.value(document, name);
    if (value === null || value === undefined) return null;
    return this.#field(name)?.type === "datetime" ? Date.parse(value as string) : (value as Value);
  }

  value(document: NaiveDocument, name: string): unknown {
    switch (name) {
      case "_id":
        return document.id;
      case "_status":
        return document.status;
      case "_createdAt":
        return document.createdAt;
      case "_updatedAt":
        return document.updatedAt;
      case "_publishedAt":
        return document.publishedAt;
    }
    const field = this.#field(name);
    if (field === undefined) throw new Error(name);
    const raw = document.fields[name];
    if (field.localized !== true) return shaped(field, raw);
    const isMap = typeof raw === "object" && raw !== null && !Array.isArray(raw) && !("storageId" in raw);
    const map: Plain = isMap ? (raw as Plain) : { [this.#locales.defaultLocale]: raw };
    for (const code of this.#chain) {
      const own = shaped(field, map[code]);
      if (!isEmpty(own)) return own;
    }
    return null;
  }
}

function shaped(field: { type: string; integer?: boolean; of?: unknown }, value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  switch (field.type) {
    case "string":
    case "text":
      return typeof value === "string" ? value : null;
    case "number":
      return typeof value === "number" && (field.integer !== true || value % 1 === 0) ? value : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "datetime":
      return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;
    case "portableText":
      return Array.isArray(value) && value.every((block) => typeof block?._type === "string") ? value : null;
    case "media":
      return isObject && "storageId" in value && typeof value.storageId === "string" ? value : null;
    case "reference":
      return isObject && "documentId" in value && typeof value.documentId === "string" ? value : null;
    case "object":
      return isObject ? value : null;
    case "array":
      return Array.isArray(value)
        ? value.map((item) => shaped(field.of as { type: string }, item)).filter((item) => item !== null)
        : null;
    default:
      throw new Error(field.type);
  }
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (!Array.isArray(value)) return false;
  return value.every(
    (block) =>
      typeof block === "object" &&
      block._type === "block" &&
      (block.children ?? []).every((child: { text?: string }) => child.text?.trim() === ""),
  );
}

/** Compares by code points. */
function order(a: Value, b: Value): number {
  if (typeof a !== "string" || typeof b !== "string") return Number(a) - Number(b);
  const [x, y] = [a, b].map((text) => [...text.toWellFormed()].map((part) => part.codePointAt(0) ?? 0));
  for (let at = 0; at < Math.min(x?.length ?? 0, y?.length ?? 0); at++) {
    const difference = (x?.[at] ?? 0) - (y?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return (x?.length ?? 0) - (y?.length ?? 0);
}

const escapeText = (text: string): string =>
  [...text.toWellFormed()].map((part) => `\\u{${part.codePointAt(0)?.toString(16)}}`).join("");
