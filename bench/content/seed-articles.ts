import { ENTITIES } from "../../entities/index.js";
import { ContentDocument } from "../../entities/content-document.js";
import { MIGRATIONS } from "../../migrations/index.js";
import { openDatabase } from "../../runtime/database/database.js";
import { reader, transaction } from "../../runtime/database/transaction.js";
import { derivedColumns } from "../../services/content/documents/derived-columns.js";
import { firstMark } from "../../services/content/documents/history.js";
import { v7 } from "uuid";
import { ARTICLE, article } from "./article.js";

const BATCH = 500;

/** Inserts published articles of one project as rows, because a million through the API would take an hour. */
export async function seedArticles(
  { url, dataDir }: { url: string | null; dataDir: string },
  projectId: string,
  count: number,
): Promise<void> {
  const database = await openDatabase({
    url,
    dataDir,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    poolSize: 1,
  });
  try {
    const [type] = await reader(database).query<{ id: string }>(
      "SELECT id FROM content_types WHERE projectId = ? AND name = ?",
      [projectId, ARTICLE.name],
    );
    if (type === undefined) throw new Error("The project has no articles.");
    for (let from = 0; from < count; from += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) =>
        rowsOf(projectId, type.id, from + index),
      );
      await transaction(database, (tx) => tx.insert(ContentDocument, rows as never));
    }
  } finally {
    await database.close();
  }
}

function rowsOf(projectId: string, typeId: string, number: number) {
  const id = v7();
  const now = Date.UTC(2026, 0, 1) + number;
  const draft = article(number);
  return {
    id,
    projectId,
    typeId,
    type: ARTICLE.name,
    status: "published",
    draftVersion: 1,
    isValid: true,
    schemaVersion: 1,
    draftBytes: Buffer.byteLength(JSON.stringify(draft)),
    publishedVersion: 1,
    publishedAt: now,
    firstPublishedAt: now,
    createdById: null,
    createdAt: now,
    updatedAt: now,
    ...derivedColumns(ARTICLE, "en", draft),
    history: firstMark({ accountId: projectId, actor: "key" }, now),
    draft,
    published: draft,
  };
}
