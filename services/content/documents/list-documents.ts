import type { ParamsOf, ResultOf } from "../../../contracts/contract.js";
import type { ContentDocumentView, listDocuments as contract } from "../../../contracts/content-documents.js";
import { invalidParams, ServiceError } from "../../../contracts/errors.js";
import { foldForSearch } from "../../../contracts/search-text.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import { placeholders } from "../../../runtime/database/reader.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { loopTurns } from "../../../runtime/process/loop-turns.js";
import { typesLeaving } from "../types/type.repository.js";
import { coverageOf, hasTranslations, missingTest } from "./coverage.js";
import {
  type Condition,
  type PageRow,
  pageOfRows,
  readFilledValues,
  readInOrder,
} from "./document-list.repository.js";
import {
  type TypeContext,
  readTypeContextByName,
  readTypeContexts,
} from "../types/type-context.repository.js";
import { unknownTypeName } from "../types/unknown-type.js";
import { pageOfDrafts } from "./page-of-drafts.js";
import { isRefreshing } from "../types/refresh-documents.js";
import { presentDocument } from "./present-document.js";
import { readMemories } from "../translations/translation-memory.repository.js";

type Query = ParamsOf<typeof contract>;

/** The most bytes of drafts and published payloads in the rows of one answer. */
const MAX_PAGE_BYTES = 32 * 1024 * 1024;

type Means = Pick<Host, "longRead" | "tasks">;

/** Returns the documents of a project that match, newest first; `total` counts them all (rules/edge 26). */
export async function listDocuments(means: Means, query: Query): Promise<ResultOf<typeof contract>> {
  const { page, total, typeContext } = await findPage(means, query);
  requireBearable(page);
  const ids = page.map(({ id }) => id);
  const documents = await presentRows(means.longRead, await readInOrder(means.longRead, ids), typeContext);
  return { documents, total, limit: query.limit, offset: query.offset };
}

/** Returns the page of a list that a query asks for: ids and sizes, no drafts. */
export async function findPage(
  { longRead: read, tasks }: Means,
  query: Query,
): Promise<{ page: PageRow[]; total: number; typeContext: TypeContext | null }> {
  const typeContext = await typeContextOf(read, query);
  const wanted = foldForSearch(query.q?.trim() ?? "");
  const condition = await conditionOf(read, query, typeContext);
  const goesByTitle = wanted !== "" || query.sort === "title";
  const isBehind =
    typeContext !== null && goesByTitle && (await isRefreshing(read, tasks, typeContext.typeId));
  const { page, total } = isBehind
    ? await pageOfDrafts(read, typeContext, condition, { ...query, wanted })
    : await pageOfRows(read, found(condition, wanted), query);
  return { page, total, typeContext };
}

const found = (condition: Condition, wanted: string): Condition =>
  wanted === ""
    ? condition
    : {
        sql: `${condition.sql} AND INSTR(searchTitle, ?) > 0`,
        parameters: [...condition.parameters, wanted],
      };

/**
 * Returns the context of the type that the query names, or null when it names none. Throws `invalid_params`
 * for an unknown type, and for a parameter that needs a type.
 */
async function typeContextOf(
  read: Reader,
  { projectId, type, q, missingLocale }: Query,
): Promise<TypeContext | null> {
  if (type === undefined) {
    if (q !== undefined) throw invalidParams("q searches the title field of a type: name the type too.");
    if (missingLocale !== undefined)
      throw invalidParams("missingLocale is about the fields of a type: name the type too.");
    return null;
  }
  const typeContext = await readTypeContextByName(read, projectId, type);
  if (typeContext === null) throw await unknownTypeName(read, projectId, type);
  return typeContext;
}

async function conditionOf(read: Reader, query: Query, typeContext: TypeContext | null): Promise<Condition> {
  const { projectId, status, missingLocale } = query;
  const parts: Condition[] = [
    typeContext === null
      ? { sql: "projectId = ?", parameters: [projectId] }
      : { sql: "typeId = ?", parameters: [typeContext.typeId] },
  ];
  // Documents that are being deleted with their type no longer exist.
  const leaving = typeContext === null ? await typesLeaving(read, projectId) : [];
  if (leaving.length > 0)
    parts.push({ sql: `typeId NOT IN (${placeholders(leaving)})`, parameters: leaving });
  if (status !== undefined) parts.push({ sql: "status = ?", parameters: [status] });
  if (missingLocale !== undefined && typeContext !== null)
    parts.push(await missingIn(read, typeContext, missingLocale));
  return {
    sql: parts.map(({ sql }) => sql).join(" AND "),
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}

/** Returns the condition of documents that lack a text in the locale. */
async function missingIn(read: Reader, typeContext: TypeContext, locale: string): Promise<Condition> {
  const codes = typeContext.locales.locales.map(({ code }) => code);
  if (!codes.includes(locale))
    throw invalidParams(`missingLocale must be a locale of the project: ${codes.join(", ")}.`);
  const { typeId, schema, locales } = typeContext;
  const isMissing = missingTest(schema, locales, locale);
  const hashes: string[] = [];
  for await (const { filled, filledHash } of readFilledValues(read, typeId))
    if (isMissing(filled)) hashes.push(filledHash);
  return hashes.length === 0
    ? { sql: "1 = 0", parameters: [] }
    : { sql: `filledHash IN (${hashes.map(literal).join(", ")})`, parameters: [] };
}

/**
 * Returns a hash as an SQL literal. Hashes are not parameters, because there may be more of them than a
 * statement takes.
 */
const literal = (hash: string): string => {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error("A hash of the database is none.");
  return `'${hash}'`;
};

/** Throws `payload_too_large` when the rows of the page would take too much memory. */
function requireBearable(page: readonly PageRow[]): void {
  const bytes = page.reduce(
    (sum, { draftBytes, publishedBytes }) => sum + Number(draftBytes) + Number(publishedBytes ?? 0),
    0,
  );
  if (bytes > MAX_PAGE_BYTES)
    throw new ServiceError(
      "payload_too_large",
      `These ${page.length} documents are too large for one answer: ask for fewer with limit.`,
    );
}

/** Returns documents in the form of lists. */
export async function presentRows(
  read: Reader,
  documents: readonly ContentDocument[],
  typeContext: TypeContext | null,
): Promise<ContentDocumentView[]> {
  if (documents.length === 0) return [];
  const typeContexts =
    typeContext === null
      ? await readTypeContexts(
          read,
          documents.map(({ typeId }) => typeId),
        )
      : new Map([[typeContext.typeId, typeContext]]);
  const translated = documents.filter(({ typeId }) => hasTranslations(typeContexts.get(typeId)));
  const memories = await readMemories(
    read,
    translated.map(({ id }) => id),
  );
  const presented: ContentDocumentView[] = [];
  for (const document of documents) {
    const own = typeContexts.get(document.typeId);
    if (own === undefined) continue;
    // Each translated text of a document is hashed, which takes time.
    await loopTurns.pause();
    const coverage = coverageOf(own.schema, own.locales, document.draft, memories.get(document.id));
    presented.push(presentDocument(document, own, coverage));
  }
  return presented;
}
