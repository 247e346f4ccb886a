import { LRUCache } from "lru-cache";
import { notFound } from "../../../contracts/errors.js";
import { readingOf } from "../../../contracts/content-locales.js";
import type { ContentType } from "../../content/index.js";
import { documentKeyOf, parseRead, type ReadInput } from "../query/parse-query.js";
import { queryContextOf, type ReadContext } from "../serving/read-context.js";
import type { ContentModel } from "../serving/read-scope.js";
import type { Placed } from "../serving/projection.js";
import { currentRow } from "../serving/read-rows.js";
import { Expanded } from "./expanded.js";

/** The most types for which one read is retained. */
const TYPES = 4;

/** The way in which a request reads a single document, whatever the document's type. */
class SingleRead {
  /**
   * The projection under which a cached text may be found before the document's type is known. Null when
   * there is none: expanded references depend on the type, and an unknown locale has no texts.
   */
  readonly ofAnyType: Expanded | null;
  readonly #model: ContentModel;
  readonly #input: ReadInput;
  readonly #ofTypes = new LRUCache<ContentType, Expanded>({ max: TYPES });

  constructor(model: ContentModel, input: ReadInput) {
    this.#model = model;
    this.#input = input;
    const reading = readingOf(model.locales, input.locale);
    this.ofAnyType =
      reading === undefined || input.expand !== undefined
        ? null
        : Expanded.keyed(documentKeyOf(reading, input.select, new Map()), { expand: new Map(), reading });
  }

  /**
   * Returns the projection of documents of a type. Throws `invalid_params` for a field that the type does not
   * have.
   */
  of(type: ContentType): Expanded {
    const known = this.#ofTypes.get(type);
    if (known !== undefined) return known;
    const made = Expanded.selected(parseRead(queryContextOf(this.#model, type), this.#input));
    this.#ofTypes.set(type, made);
    return made;
  }
}

/** The most reads that are retained for each content model; they are let go with the model. */
const WAYS = 16;
const LONGEST_WAY = 200;
const known = new WeakMap<ContentModel, LRUCache<string, SingleRead>>();

/**
 * Returns the read of an input, whose JSON is `text`. Readers ask for thousands of documents in the same few
 * ways, so reads are retained. A long input is parsed for each request, which pays for its length anyway
 * (rules/delivery 44).
 */
export function singleReadOf(model: ContentModel, input: ReadInput, text: string): SingleRead {
  if (text.length > LONGEST_WAY) return new SingleRead(model, input);
  const ways = known.get(model) ?? new LRUCache<string, SingleRead>({ max: WAYS });
  known.set(model, ways);
  const way = ways.get(text) ?? new SingleRead(model, input);
  ways.set(text, way);
  return way;
}

/**
 * Returns one document by id. Throws `not_found`, and `invalid_params` for a field that the document's type
 * does not have.
 */
export async function findSingle(context: ReadContext, id: string, read: SingleRead): Promise<Placed> {
  const { documents } = context.cache;
  context.dependencies.documentIds.add(id);
  const { ofAnyType } = read;
  const known = ofAnyType && documents.textsOf(context, ofAnyType.key).asOf(context, id);
  if (ofAnyType && known) return { text: known, projection: ofAnyType };
  const row = await currentRow(context, id);
  const type = row && context.model.typesById.get(row.typeId);
  if (row === undefined || type === undefined) throw notFound("Unknown document.");
  const projection = read.of(type);
  const texts = documents.textsOf(context, projection.key);
  const text = texts.ofVersion(id, row.version) ?? texts.keep(context, projection.make(row, type));
  return { text, projection };
}
