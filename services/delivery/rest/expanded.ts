import type { Reading } from "../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import type { ContentType, PayloadRow } from "../../content/index.js";
import type { ExpandTree } from "../query/parse-expand.js";
import { type ContentRead, documentKeyOf } from "../query/parse-query.js";
import {
  type DocumentText,
  makeText,
  type MediaPlaceholder,
  type ReferencePlaceholder,
} from "../serving/document-text.js";
import type { FileUrl, Projection } from "../serving/projection.js";

/**
 * The projection of REST: a document has all fields or the selected ones, and references are expanded along a
 * tree.
 */
export class Expanded implements Projection {
  readonly key: string;
  readonly #expand: ExpandTree;
  readonly #reading: Reading;
  readonly #schema: ContentSchema | null;
  readonly #below = new Map<string, Expanded>();

  private constructor(key: string, { expand, reading }: Below, schema: ContentSchema | null) {
    this.key = key;
    this.#expand = expand;
    this.#reading = reading;
    this.#schema = schema;
    for (const [path, tree] of expand) this.#below.set(path, Expanded.whole({ expand: tree, reading }));
  }

  /** Returns the projection of documents of one type, with the fields that a request selects. */
  static selected(read: Pick<ContentRead, "documentKey" | "expand" | "reading" | "schema">): Expanded {
    return new Expanded(read.documentKey, read, read.schema);
  }

  /** Returns the projection of documents of any type, with all their fields. */
  static whole({ expand, reading }: Below): Expanded {
    return Expanded.keyed(documentKeyOf(reading, undefined, expand), { expand, reading });
  }

  /** Returns a projection whose texts are cached under a key that no other way of reading uses. */
  static keyed(key: string, below: Below): Expanded {
    return new Expanded(key, below, null);
  }

  make(row: PayloadRow, { schema: wholeSchema }: ContentType): DocumentText {
    const schema = this.#schema ?? wholeSchema;
    return makeText(row, { schema, wholeSchema, reading: this.#reading, expand: this.#expand });
  }

  follow({ path }: ReferencePlaceholder): Expanded | undefined {
    return this.#below.get(path);
  }

  media({ storageId }: MediaPlaceholder, file: FileUrl | undefined): string {
    return JSON.stringify({ storageId, ...file });
  }
}

type Below = Pick<ContentRead, "expand" | "reading">;
