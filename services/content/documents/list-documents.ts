import type { ParamsOf, ResultOf } from "../../../contracts/contract.js";
import type { listDocuments as contract } from "../../../contracts/content-documents.js";
import { invalidParams, ServiceError } from "../../../contracts/errors.js";
import { foldForSearch } from "../../../contracts/search-text.js";
import { ContentDocument } from "../../../entities/content-document.js";
import { placeholders } from "../../../runtime/placeholders.js";
import type { Host } from "../../../runtime/host.js";
import type { Reader } from "../../../runtime/transaction.js";
import { typesLeaving } from "../find-type.js";
import { coverageOf, hasTranslations, isMissing } from "./coverage.js";
import { readFilledValues } from "./filled-values.js";
import { type TypeContext, readTypeContextByName, readTypeContexts, unknownType } from "./type-context.js";
import { type Condition, type PageRow, pageOfDrafts } from "./page-of-drafts.js";
import { isRefreshing } from "../types/refresh-documents.js";
import { presentDocument } from "./present-document.js";
import { readMemories } from "./translation-memory.js";

type Query = ParamsOf<typeof contract>;

/** Each is indexed together with the type; the first two also without it. */
const ORDERS: Readonly<Record<Query["sort"], readonly string[]>> = {
  createdAt: ["createdAt DESC", "id DESC"],
  updatedAt: ["updatedAt DESC", "id DESC"],
  title: ["titleKey ASC", "id ASC"],
};

/** The most bytes of drafts and published payloads in the rows of one answer. */
const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/** The documents of a project that match, newest first; `total` counts all of them (decisions 10). */
export async function listDocuments(
  { longRead: read, tasks }: Pick<Host, "longRead" | "tasks">,
  query: Query,
): Promise<ResultOf<typeof contract>> {
  const { limit, offset } = query;
  const typeContext = await typeContextOf(read, query);
  const wanted = foldForSearch(query.q?.trim() ?? "");
  const condition = await conditionOf(read, query, typeContext);
  const goesByTitle = wanted !== "" || query.sort === "title";
  const isBehind =
    typeContext !== null && goesByTitle && (await isRefreshing(read, tasks, typeContext.typeId));
  const { page, total } = isBehind
    ? await pageOfDrafts(read, typeContext, condition, { ...query, wanted })
    : await pageOfRows(read, found(condition, wanted), query);
  requireBearable(page);
  return {
    documents: await rowsOf(
      read,
      page.map(({ id }) => id),
      typeContext,
    ),
    total,
    limit,
    offset,
  };
}

const found = (condition: Condition, wanted: string): Condition =>
  wanted === ""
    ? condition
    : {
        sql: `${condition.sql} AND INSTR(searchTitle, ?) > 0`,
        parameters: [...condition.parameters, wanted],
      };

async function pageOfRows(
  read: Reader,
  { sql, parameters }: Condition,
  { sort, limit, offset }: Query,
): Promise<{ page: PageRow[]; total: number }> {
  const [page, counted] = await Promise.all([
    // an index finds the page: rows that it skips are not read
    read.query<PageRow>(
      `SELECT d.id AS id, d.draftBytes AS draftBytes, OCTET_LENGTH(d.published) AS publishedBytes
        FROM (SELECT id FROM content_documents WHERE ${sql} ORDER BY ${ORDERS[sort].join()} LIMIT ? OFFSET ?) page
        JOIN content_documents d ON d.id = page.id ORDER BY ${ORDERS[sort].map((key) => `d.${key}`).join()}`,
      [...parameters, limit, offset],
    ),
    read.query<{ total: number }>(`SELECT COUNT(*) AS total FROM content_documents WHERE ${sql}`, parameters),
  ]);
  return { page, total: Number(counted[0]?.total ?? 0) };
}

/** Of the type that the list is of; null for all types. Throws `invalid_params` for what needs a type, or an unknown one. */
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
  if (typeContext === null) throw await unknownType(read, projectId, type);
  return typeContext;
}

async function conditionOf(read: Reader, query: Query, typeContext: TypeContext | null): Promise<Condition> {
  const { projectId, status, missingLocale } = query;
  const parts: Condition[] = [
    typeContext === null
      ? { sql: "projectId = ?", parameters: [projectId] }
      : { sql: "typeId = ?", parameters: [typeContext.typeId] },
  ];
  // documents that are being deleted with their type no longer exist
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

/** Documents that lack a text in the locale. */
async function missingIn(read: Reader, typeContext: TypeContext, locale: string): Promise<Condition> {
  const codes = typeContext.locales.locales.map(({ code }) => code);
  if (!codes.includes(locale))
    throw invalidParams(`missingLocale must be a locale of the project: ${codes.join(", ")}.`);
  const { typeId, schema, locales } = typeContext;
  const values = await readFilledValues(read, typeId);
  const hashes = values
    .filter(({ filled }) => isMissing(schema, locales, filled, locale))
    .map(({ filledHash }) => filledHash);
  return hashes.length === 0
    ? { sql: "1 = 0", parameters: [] }
    : { sql: `filledHash IN (${hashes.map(literal).join(", ")})`, parameters: [] };
}

/** Not a parameter: there may be more of them than a statement takes. */
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

async function rowsOf(
  read: Reader,
  ids: readonly string[],
  typeContext: TypeContext | null,
): Promise<ResultOf<typeof contract>["documents"]> {
  if (ids.length === 0) return [];
  const rows = await read.query<Record<string, unknown>>(
    `SELECT * FROM content_documents WHERE id IN (${placeholders(ids)})`,
    ids,
  );
  const byId = new Map(rows.map((row) => [String(row.id), read.entity(ContentDocument, row)]));
  // a document that was deleted in between is left out
  const documents = ids.flatMap((id) => byId.get(id) ?? []);
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
  return documents.flatMap((document) => {
    const own = typeContexts.get(document.typeId);
    if (own === undefined) return [];
    const coverage = coverageOf(own.schema, own.locales, document.draft, memories.get(document.id));
    return [presentDocument(document, own, coverage)];
  });
}
