import { LRUCache } from "lru-cache";
import { readingOf } from "../../../contracts/content-reading.js";
import type { ContentType } from "../../content/index.js";
import { documentKeyOf, parseRead, type ReadInput } from "../query/parse-query.js";
import type { ProjectShape } from "../serving/project-content.js";
import { Expanded } from "./expanded.js";
import { contextOf } from "./query-context.js";

/** How a request reads a single document, of whatever type. */
export class SingleRead {
  /**
   * Where a text that somebody has read alike may be found before the document's type is known; null when there is none:
   * references are expanded, which only a type can tell, or there is no such locale.
   */
  readonly ofAnyType: Expanded | null;
  readonly #shape: ProjectShape;
  readonly #input: ReadInput;
  readonly #ofTypes = new Map<ContentType, Expanded>();

  constructor(shape: ProjectShape, input: ReadInput) {
    this.#shape = shape;
    this.#input = input;
    const reading = readingOf(shape.locales, input.locale);
    this.ofAnyType =
      reading === undefined || input.expand !== undefined
        ? null
        : Expanded.keyed(documentKeyOf(reading, input.select, new Map()), { expand: new Map(), reading });
  }

  /** The documents of a type. Throws `invalid_params` for what the type does not have. */
  of(type: ContentType): Expanded {
    const known = this.#ofTypes.get(type);
    if (known !== undefined) return known;
    const made = Expanded.selected(parseRead(contextOf(this.#shape, type.schema), this.#input));
    this.#ofTypes.set(type, made);
    return made;
  }
}

/** Of each shape of a project. */
const WAYS = 100;
const known = new WeakMap<ProjectShape, LRUCache<string, SingleRead>>();

/** The read of an input, whose JSON is `text`: of thousands of documents, readers ask in the same few ways. */
export function singleReadOf(shape: ProjectShape, input: ReadInput, text: string): SingleRead {
  const ways = known.get(shape) ?? new LRUCache<string, SingleRead>({ max: WAYS });
  known.set(shape, ways);
  const way = ways.get(text) ?? new SingleRead(shape, input);
  ways.set(text, way);
  return way;
}
