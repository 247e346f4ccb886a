import { ContentDocument } from "../../entities/content-document.js";
import { ENTITIES } from "../../entities/index.js";
import { MIGRATIONS } from "../../migrations/index.js";
import { openDatabase } from "../../runtime/database/database.js";
import { reader, transaction } from "../../runtime/database/transaction.js";
import { derivedColumns } from "../../services/content/documents/derived-columns.js";
import { firstMark } from "../../services/content/documents/history.js";
import { type SiteDocument, siteBatches, TYPES } from "./site.js";

const BATCH = 500;

/** Puts the site's documents into Kiln's tables, as if each had been published at its time. The types exist already. */
export async function seedKiln(
  place: { url: string | null; dataDir: string },
  projectId: string,
  count: number,
): Promise<void> {
  const database = await openDatabase({ ...place, entities: ENTITIES, migrations: MIGRATIONS, poolSize: 1 });
  try {
    const types = await reader(database).query<{ id: string; name: string }>(
      "SELECT id, name FROM content_types WHERE projectId = ?",
      [projectId],
    );
    const idOf = new Map(types.map(({ id, name }) => [name, id]));
    for (const documents of siteBatches(count, BATCH)) {
      const rows = documents.map((document) => rowOf(projectId, idOf.get(document.type) ?? "", document));
      await transaction(database, (tx) => tx.insert(ContentDocument, rows as never));
    }
  } finally {
    await database.close();
  }
}

function rowOf(projectId: string, typeId: string, { id, type, createdAt, fields }: SiteDocument) {
  const schema = TYPES.find(({ name }) => name === type);
  if (schema === undefined || typeId === "") throw new Error(`The project has no type "${type}".`);
  return {
    id,
    projectId,
    typeId,
    type,
    status: "published",
    draftVersion: 1,
    isValid: true,
    schemaVersion: 1,
    draftBytes: Buffer.byteLength(JSON.stringify(fields)),
    publishedVersion: 1,
    publishedAt: createdAt,
    firstPublishedAt: createdAt,
    createdById: null,
    createdAt,
    updatedAt: createdAt,
    ...derivedColumns(schema as never, "en", fields),
    history: firstMark({ accountId: projectId, actor: "key" }, createdAt),
    draft: fields,
    published: fields,
  };
}
