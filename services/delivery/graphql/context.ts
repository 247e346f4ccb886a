import DataLoader from "dataloader";
import { deliveryDocument, type DeliveryDocument } from "../../../contracts/content-delivery-document.js";
import { fallbackFieldsOf } from "../../../contracts/content-fallback-fields.js";
import { type Reading, readingOf } from "../../../contracts/content-locales.js";
import type { ContentFields } from "../../../contracts/content-schema.js";
import type { PayloadRow, ContentType } from "../../content/index.js";
import { mediaSigner } from "../../storage/index.js";
import { refusal } from "../query/refusal.js";
import { currentRows } from "../serving/read-rows.js";
import type { ReadContext } from "../serving/read-context.js";
import { type BudgetExceeded, ResponseBudget } from "../serving/response-budget.js";

/** The place where fields are read: a document, or an object within one. */
export interface Source {
  row: PayloadRow;
  type: ContentType;
  /** Values of the document or the object, as they are stored. */
  fields: ContentFields;
  /** Code of the locale in which fields without a `locale` of their own are read. */
  locale: string;
}

export interface MediaFile {
  url: string;
  contentType: string;
}

/** The most bytes of the documents of one request, all of which are retained until its answer is made. */
const MOST_READ = 16 * 2 ** 20;

/** Documents or files that one statement reads. */
const BATCH = 1000;
/**
 * Schedules a batch so that all requests in the same turn of the event loop share one statement, whatever
 * steps led to them.
 */
const batchScheduleFn = (callback: () => void): void => void setImmediate(callback);

/** The reads of one request; each document and file is read once. */
export class GraphqlContext {
  readonly readContext: ReadContext;
  readonly documents: DataLoader<string, PayloadRow | null>;
  readonly media: DataLoader<string, MediaFile | null>;
  readonly budget = new ResponseBudget();
  readonly #read = new ResponseBudget({
    subject: "The documents that this query reads are",
    advice: "ask for fewer with limit, and for the schema and for one list twice by queries of their own",
    mostBytes: MOST_READ,
  });
  /** Signing window of the URLs that were made; null when none was made. */
  window: number | null = null;
  /** Ids of all documents that were read; the cache tags name them and the requested types. */
  readonly documentIds = new Set<string>();
  readonly types = new Set<string>();
  readonly #readings = new Map<string, Reading>();
  readonly #fields = new Map<PayloadRow, ContentFields>();
  readonly #system = new Map<PayloadRow, DeliveryDocument>();

  constructor(readContext: ReadContext) {
    this.readContext = readContext;
    const options = { batchScheduleFn, maxBatchSize: BATCH };
    this.documents = new DataLoader((ids) => this.#readDocuments(ids), options);
    this.media = new DataLoader((ids) => this.#readMedia(ids), options);
  }

  /** The error of the budget that was exceeded first; null while none is. */
  get exceeded(): BudgetExceeded | null {
    return this.#read.exceeded ?? this.budget.exceeded;
  }

  /** Counts a document that was read. Throws BudgetExceeded, and NeedsTurn. */
  retain({ payload }: PayloadRow): void {
    this.#read.spend(0, payload.length);
    this.readContext.retain(payload.length);
  }

  /** Counts a value that is read. Throws BudgetExceeded. */
  spend(): void {
    this.budget.spend(1, 0);
  }

  /** Returns the reading of a locale of the project. Throws `invalid_params` for another locale. */
  readingOf(code: string): Reading {
    const known = this.#readings.get(code);
    if (known !== undefined) return known;
    const made = readingOf(this.readContext.model.locales, code);
    if (made === undefined) throw refusal(`locale: there is no "${code}".`);
    this.#readings.set(code, made);
    return made;
  }

  /** Returns the source of a document's fields; null when its type is gone. */
  sourceOf(row: PayloadRow, locale: string): Source | null {
    this.spend();
    const type = this.readContext.model.typesById.get(row.typeId);
    if (type === undefined) return null;
    this.documentIds.add(row.id);
    this.types.add(type.name);
    const fields = this.#fields.get(row) ?? (JSON.parse(row.payload) as ContentFields);
    this.#fields.set(row, fields);
    return { row, type, fields, locale };
  }

  /** Returns a document's system fields without `_locale` and `_fallbackFields`. */
  systemOf(row: PayloadRow): DeliveryDocument {
    const known = this.#system.get(row);
    if (known !== undefined) return known;
    const made = deliveryDocument(row, null, { values: {}, fallbackFields: [], media: [], references: [] });
    this.#system.set(row, made);
    return made;
  }

  /** Returns the paths of localized fields without a value in the locale (rules/delivery 28). */
  fallbackFieldsOf({ row, type, locale }: Source): readonly string[] {
    this.spend();
    const fields = this.#fields.get(row) ?? {};
    return fallbackFieldsOf(type.schema, fields, this.readingOf(locale));
  }

  async #readDocuments(ids: readonly string[]): Promise<(PayloadRow | null)[]> {
    const rows = new Map<string, PayloadRow>();
    for await (const part of currentRows(this.readContext, ids))
      for (const [id, row] of part) {
        this.retain(row);
        rows.set(id, row);
      }
    return ids.map((id) => rows.get(id) ?? null);
  }

  async #readMedia(ids: readonly string[]): Promise<(MediaFile | null)[]> {
    const { cache } = this.readContext;
    const found = await cache.media.of(this.readContext, ids);
    const signer = mediaSigner(cache.host.storage);
    return Promise.all(
      ids.map(async (id) => {
        const object = found.get(id);
        if (object === undefined) return null;
        this.window ??= signer.window;
        return { url: await signer.sign(object), contentType: object.contentType };
      }),
    );
  }
}
