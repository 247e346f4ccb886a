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
  /** The locales that have a text, by the text's path. */
  codesOf: ReadonlyMap<string, readonly string[]>;
}

const BATCH = 200;
/** The most bytes of drafts in memory at once; a single draft may be larger. */
const BATCH_BYTES = 1024 * 1024;

/**
 * Returns the documents of a project that have localized texts, grouped by the texts that are filled. No
 * draft is read.
 */
export async function readFilledGroups(longRead: Reader, projectId: string): Promise<FilledGroup[]> {
  const { defaultLocale } = await readSettings(longRead, projectId);
  const groups: FilledGroup[] = [];
  const { types } = await findTypes(longRead, projectId);
  for (const { id: typeId, schema } of types) {
    if (textsOf(schema.fields).length === 0) continue;
    for (const { filledHash, documents, filled } of await readFilledValues(longRead, typeId))
      groups.push({ typeId, schema, filledHash, documents, codesOf: readFilled(filled, defaultLocale) });
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
