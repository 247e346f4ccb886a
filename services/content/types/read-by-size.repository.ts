import type { EntityTarget } from "typeorm";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { ContentType } from "../../../entities/content-type.js";
import { chunks, placeholders } from "../../../runtime/database/reader.js";
import type { Reader } from "../../../runtime/database/transaction.js";

/** A type, and the version of its current schema. */
export type TypeVersion = Pick<ContentType, "id" | "name" | "latestVersion">;

/**
 * A row's id and the length of its schema. `schema` is a reserved word of MySQL, which needs no quotes only
 * behind an alias.
 */
export interface Sized {
  id: string;
  bytes: number;
}

/** The bytes of schemas that are read at once: taking 50 MB from a thread takes a tenth of a second. */
export const AT_ONCE = 1024 * 1024;

/** Yields rows in their order, some at a time; a row that was deleted meanwhile is left out. */
export async function* readBySize<E extends { id: string }>(
  read: Reader,
  entity: EntityTarget<E>,
  table: "content_types" | "content_type_versions",
  page: readonly Sized[],
): AsyncGenerator<E> {
  for (let at = 0; at < page.length;) {
    let end = at + 1;
    let bytes = Number(page[at]?.bytes);
    while (end < page.length && (bytes += Number(page[end]?.bytes)) <= AT_ONCE) end += 1;
    const ids = page.slice(at, end).map(({ id }) => id);
    const rows = await read.query<Record<string, unknown>>(
      `SELECT * FROM ${table} WHERE id IN (${placeholders(ids)})`,
      ids,
    );
    const found = new Map((await read.entities(entity, rows)).map((each) => [each.id, each]));
    for (const id of ids) {
      const each = found.get(id);
      if (each !== undefined) yield each;
    }
    at = end;
  }
}

/** Yields the schemas of types, some at a time; types that are gone or being deleted are left out. */
export async function* readSchemas(
  longRead: Reader,
  types: readonly Pick<TypeVersion, "id">[],
): AsyncGenerator<{ type: TypeVersion; schema: ContentSchema }> {
  const ids = types.map(({ id }) => id);
  for (const some of chunks(ids)) {
    const page = await longRead.query<Sized>(
      `SELECT t.id, OCTET_LENGTH(t.schema) AS bytes FROM content_types t WHERE t.id IN (${placeholders(some)})`,
      some,
    );
    for await (const { schema, ...type } of readBySize<ContentType>(
      longRead,
      ContentType,
      "content_types",
      page,
    ))
      if (type.deletedAt === null) yield { type, schema };
  }
}
