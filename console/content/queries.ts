import { queryOptions } from "@tanstack/react-query";
import {
  contentGetDocument,
  contentGetSettings,
  contentListTitles,
  contentListTypes,
} from "../../sdk/generated/operations.js";
import type * as Types from "../../sdk/generated/types.js";
import type { ContentIssue, ContentSchema } from "../../contracts/content-schema.js";
import { call } from "../kiln.js";
import type { DocumentFilter } from "./documents/filter.js";

export type ContentType = Omit<Types.ContentType, "schema"> & { schema: ContentSchema };
export type Settings = Types.ContentSettings;
export type Locale = Settings["locales"][number];
export type Document = Types.DocumentTitle;
export type Issue = ContentIssue;

/** The query for the types of a project, sorted by title; a project has at most 500. */
export const contentTypes = (projectId: string) =>
  queryOptions({
    queryKey: ["content-types", projectId],
    queryFn: async ({ signal }) => {
      const found: ContentType[] = [];
      for (;;) {
        const { contentTypes: page, total } = await call(
          contentListTypes,
          { projectId, limit: 200, offset: found.length },
          { signal },
        );
        found.push(...(page as unknown as ContentType[]));
        if (page.length === 0 || found.length >= total) break;
      }
      return found.sort((a, b) => a.title.localeCompare(b.title));
    },
  });

export const settings = (projectId: string) =>
  queryOptions({
    queryKey: ["content-settings", projectId],
    queryFn: async ({ signal }) => (await call(contentGetSettings, { projectId }, { signal })).settings,
  });

/** Number of documents in one answer of the list, which contains no drafts. */
export const DOCUMENTS_AT_ONCE = 50;
export const documentsAt = (projectId: string, filter: DocumentFilter, page: number) =>
  queryOptions({
    queryKey: ["documents", projectId, filter, page],
    queryFn: ({ signal }) =>
      call(
        contentListTitles,
        {
          projectId,
          limit: DOCUMENTS_AT_ONCE,
          offset: page * DOCUMENTS_AT_ONCE,
          sort: filter.sort ?? "updatedAt",
          ...(filter.type !== undefined && {
            type: filter.type,
            ...(filter.q !== undefined && { q: filter.q }),
            ...(filter.missing !== undefined && { missingLocale: filter.missing }),
          }),
          ...(filter.status !== undefined && { status: filter.status }),
        },
        { signal },
      ),
  });

/**
 * Number of documents in one answer for one type, and for all types; the caller filters the latter by type.
 */
const AMONG_AT_ONCE = 20;
const ALL_AT_ONCE = 200;

/**
 * The query for the documents that were changed last, or whose title matches `q`. Without a type it covers
 * all types and ignores `q`.
 */
export const titlesOf = (projectId: string, type: string | null, q: string) =>
  queryOptions({
    queryKey: ["documents", projectId, "of", type, q],
    queryFn: ({ signal }) =>
      call(
        contentListTitles,
        {
          projectId,
          sort: "updatedAt",
          ...(type === null
            ? { limit: ALL_AT_ONCE }
            : { type, limit: AMONG_AT_ONCE, ...(q !== "" && { q }) }),
        },
        { signal },
      ),
  });

/** Number of documents in the list of the latest changes. */
export const CHANGED_LAST = 5;
export const changedLast = (projectId: string) =>
  queryOptions({
    queryKey: ["documents", projectId, "changed last"],
    queryFn: ({ signal }) =>
      call(contentListTitles, { projectId, sort: "updatedAt", limit: CHANGED_LAST }, { signal }),
  });

/** The query for a document. Its draft is not used from here: an open editor holds its own copy. */
export const document = (id: string) =>
  queryOptions({
    queryKey: ["document", id],
    queryFn: ({ signal }) => call(contentGetDocument, { id }, { signal }),
  });
