import type { ContentDocumentView, CoverageState } from "../../../contracts/content-documents.js";
import { isPlainObject } from "../../../contracts/content-values.js";
import type { ContentFields, ContentSchema } from "../../../contracts/content-schema.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { TypeContext } from "../types/type-context.repository.js";

const iso = (at: number): string => new Date(at).toISOString();

/**
 * Returns a document in the form of the contract. The title is derived from the type as it is now; the
 * document's row may be older (rules/content 46).
 */
export const presentDocument = (
  document: ContentDocument,
  { schema, locales }: TypeContext,
  coverage?: Record<string, CoverageState>,
): ContentDocumentView => ({
  id: document.id,
  projectId: document.projectId,
  type: document.type,
  title: titleOf(schema, locales.defaultLocale, document.draft),
  status: document.status,
  draftVersion: document.draftVersion,
  schemaVersion: document.schemaVersion,
  draft: document.draft,
  published: document.published,
  // The row keeps the time of the last publish for later events.
  publishedAt:
    document.published === null || document.publishedAt === null ? null : iso(document.publishedAt),
  firstPublishedAt: document.firstPublishedAt === null ? null : iso(document.firstPublishedAt),
  createdAt: iso(document.createdAt),
  updatedAt: iso(document.updatedAt),
  ...(coverage !== undefined && { coverage }),
});

/** Returns the title of a draft; a localized title is that of the default locale (rules/content 46). */
export function titleOf(schema: ContentSchema, defaultLocale: string, draft: ContentFields): string | null {
  const { titleField } = schema;
  if (titleField === undefined || !Object.hasOwn(draft, titleField)) return null;
  const value = draft[titleField];
  const definition = schema.fields.find(({ name }) => name === titleField);
  const own = definition?.localized === true && isPlainObject(value) ? value[defaultLocale] : value;
  return typeof own === "string" ? own : null;
}
