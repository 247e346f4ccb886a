import type { FieldNode } from "graphql";
import { hash } from "node:crypto";
import { deliveryDocument } from "../../../../contracts/content-delivery-document.js";
import { graphqlNames } from "../../../../contracts/content-names.js";
import type { ContentFields } from "../../../../contracts/content-schema.js";
import type { ContentType, PayloadRow } from "../../../content/index.js";
import type { DocumentText, MediaPlaceholder, ReferencePlaceholder } from "../../serving/document-text.js";
import type { FileUrl, Projection } from "../../serving/projection.js";
import { SelectedMedia } from "./selected-media.js";
import type { Selection } from "./selection.js";
import { TextWriter } from "./text-writer.js";
import { type Placeholders, objectWriter, type Writer } from "./writers.js";

/**
 * Characters of a key that are kept as they are; a longer one is replaced by its digest, since keys are
 * cached.
 */
const MAX_KEY = 200;
const NO_VALUES = { values: {}, fallbackFields: [], media: [], references: [] };

/** The selection of documents of some types, written as GraphQL answers them (rules/delivery 41). */
export class SelectedDocuments implements Projection {
  readonly key: string;
  readonly #selection: Selection;
  /** Writers by the content type's name. */
  readonly #writers = new Map<string, Writer<ContentFields>>();
  readonly #targets = new Map<string, SelectedDocuments>();
  readonly #media = new Map<string, SelectedMedia>();

  /** Types that the project does not have are left out. */
  constructor(selection: Selection, types: readonly string[], nodes: readonly FieldNode[], locale: string) {
    this.#selection = selection;
    for (const name of types) {
      const schema = selection.model.types.get(name)?.schema;
      if (schema === undefined || this.#writers.has(name)) continue;
      const fields = selection.fields(graphqlNames(name).type, nodes);
      const placeholders: Placeholders = {
        reference: (path, to, below, code) => {
          const target = new SelectedDocuments(selection, to, below, code);
          this.#targets.set(path, target);
          return target.key;
        },
        media: (path, media) => void this.#media.set(path, media),
      };
      const scope = { selection, placeholders, definitions: schema.fields, locale, path: name };
      this.#writers.set(name, objectWriter(fields, scope));
    }
    const key = [...this.#writers].map(([name, writer]) => name + writer.key).join();
    this.key = `graphql ${locale} ${key.length > MAX_KEY ? hash("sha256", key, "base64url") : key}`;
  }

  /** Writes a document's text; null for a type without a writer. Throws Unwritable and BudgetExceeded. */
  make(row: PayloadRow, { schema }: ContentType): DocumentText | null {
    const writer = this.#writers.get(row.type);
    if (writer === undefined) return null;
    const out = new TextWriter(this.#selection.budget);
    const fields = JSON.parse(row.payload) as ContentFields;
    writer.write(fields, out, { system: deliveryDocument(row, null, NO_VALUES), schema, fields });
    return out.textOf(row);
  }

  follow({ path }: ReferencePlaceholder): SelectedDocuments | undefined {
    return this.#targets.get(path);
  }

  media({ path, storageId }: MediaPlaceholder, file: FileUrl | undefined): string {
    return this.#media.get(path)?.json(storageId, file) ?? "null";
  }
}
