import type { ContentFields, ContentSchema } from "../../../contracts/content-schema.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { readFilled, textsOf } from "../documents/derived-columns.js";
import { groupAfter, readDrafts, readFilledValues } from "../documents/document-list.repository.js";
import { findTypes } from "../types/all-types.repository.js";
import { readSettings } from "../settings/settings.repository.js";

/** The documents of a type that have the same texts in the same locales. */
export interface FilledGroup {
  typeId: string;
  schema: ContentSchema;
  filledHash: string;
  /** The number of documents in the group. */
  documents: number;
  /** The texts that are filled, and in which locales of the project. */
  filledTexts: FilledTexts;
}

/**
 * The texts of a group that are filled in locales of the project, a bit for each text and locale. A project may
 * have thousands of groups and each of them 100,000 such pairs, and all groups are in memory at once.
 */
export class FilledTexts {
  readonly #numbers: Numbers;
  readonly #bits: Uint8Array;

  constructor(numbers: Numbers, codesOf: ReadonlyMap<string, readonly string[]>) {
    this.#numbers = numbers;
    this.#bits = new Uint8Array(Math.ceil((numbers.texts.size * numbers.codes.size) / 8));
    for (const [path, codes] of codesOf)
      for (const code of codes) {
        const at = this.#bitOf(path, code);
        if (at !== null) this.#bits[at >> 3] = (this.#bits[at >> 3] ?? 0) | (1 << (at & 7));
      }
  }

  /** Tells whether the text with this path is filled in a locale. */
  has(path: string, code: string): boolean {
    const at = this.#bitOf(path, code);
    return at !== null && ((this.#bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
  }

  #bitOf(path: string, code: string): number | null {
    const { texts, codes } = this.#numbers;
    const [text, locale] = [texts.get(path), codes.get(code)];
    return text === undefined || locale === undefined ? null : text * codes.size + locale;
  }
}

/** The texts of a type and the locales of its project, numbered. */
interface Numbers {
  texts: ReadonlyMap<string, number>;
  codes: ReadonlyMap<string, number>;
}

const numbered = (names: readonly string[]): Map<string, number> =>
  new Map([...new Set(names)].map((name, number) => [name, number]));

const BATCH = 200;
/** The most bytes of drafts in memory at once; a single draft may be larger. */
const BATCH_BYTES = 1024 * 1024;

/**
 * Returns the documents of a project that have localized texts, grouped by the texts that are filled. No
 * draft is read.
 */
export async function readFilledGroups(longRead: Reader, projectId: string): Promise<FilledGroup[]> {
  const { defaultLocale, locales } = await readSettings(longRead, projectId);
  const codes = numbered([defaultLocale, ...locales.map(({ code }) => code)]);
  const groups: FilledGroup[] = [];
  const { types } = await findTypes(longRead, projectId);
  for (const { id: typeId, schema } of types) {
    const texts = numbered(textsOf(schema.fields));
    if (texts.size === 0) continue;
    const numbers = { texts, codes };
    for await (const { filledHash, documents, filled } of readFilledValues(longRead, typeId)) {
      const filledTexts = new FilledTexts(numbers, readFilled(filled, defaultLocale));
      groups.push({ typeId, schema, filledHash, documents, filledTexts });
    }
  }
  return groups;
}

/**
 * Yields the drafts of a group in the order of ids, a batch at a time. A document that changes meanwhile may
 * be missed.
 */
export async function* readGroupDrafts(
  read: Reader,
  group: Pick<FilledGroup, "typeId" | "filledHash">,
): AsyncGenerator<ContentFields[]> {
  for (let after = ""; ;) {
    const found = await groupAfter(read, group, after, BATCH);
    const ids = firstOf(found);
    const last = ids.at(-1);
    if (last === undefined) return;
    yield [...(await readDrafts(read, ids)).values()];
    if (ids.length === found.length && found.length < BATCH) return;
    after = last;
  }
}

/** Returns the first ids whose drafts together fit in memory; at least one. */
function firstOf(found: readonly Pick<ContentDocument, "id" | "draftBytes">[]): string[] {
  let bytes = 0;
  const end = found.findIndex(({ draftBytes }, at) => (bytes += Number(draftBytes)) > BATCH_BYTES && at > 0);
  return found.slice(0, end === -1 ? found.length : end).map(({ id }) => id);
}
