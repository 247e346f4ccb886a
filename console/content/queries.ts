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

/** The types of a project by their titles; it has 500 at most. */
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

/** Rows in one answer of the list; they come without drafts. */
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

/** Rows in one answer of a type; of all types, from which those that are wanted are still to be chosen. */
const AMONG_AT_ONCE = 20;
const ALL_AT_ONCE = 200;

/** The documents of a type that were changed last, or that a title finds; without a type those of all types that were changed last. */
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

/** The documents that were changed last. */
export const CHANGED_LAST = 5;
export const changedLast = (projectId: string) =>
  queryOptions({
    queryKey: ["documents", projectId, "changed last"],
    queryFn: ({ signal }) =>
      call(contentListTitles, { projectId, sort: "updatedAt", limit: CHANGED_LAST }, { signal }),
  });

/** A document as lists and its editor show it; its draft is the editor's own. */
export const document = (id: string) =>
  queryOptions({
    queryKey: ["document", id],
    queryFn: ({ signal }) => call(contentGetDocument, { id }, { signal }),
  });
