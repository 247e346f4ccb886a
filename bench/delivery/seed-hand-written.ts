import { createConnection } from "mysql2/promise";
import { type SiteDocument, siteBatches } from "./site.js";

/** Tables of the hand-written server, with an index for each question of the bench. */
const TABLES = [
  "CREATE TABLE tokens (hash CHAR(64) PRIMARY KEY, site VARCHAR(40) NOT NULL)",
  `CREATE TABLE people (id CHAR(36) PRIMARY KEY, name VARCHAR(200), about TEXT, created_at BIGINT NOT NULL)`,
  `CREATE TABLE topics (id CHAR(36) PRIMARY KEY, name VARCHAR(200), about TEXT, created_at BIGINT NOT NULL)`,
  `CREATE TABLE articles (
     id CHAR(36) PRIMARY KEY, title_en VARCHAR(200) COLLATE utf8mb4_general_ci NOT NULL, title_de VARCHAR(200),
     title_read_de VARCHAR(200) COLLATE utf8mb4_bin AS (COALESCE(title_de, title_en)) PERSISTENT,
     slug VARCHAR(200) NOT NULL, category VARCHAR(40) NOT NULL, views INT NOT NULL, featured TINYINT NOT NULL,
     date BIGINT NOT NULL, author_id CHAR(36) NOT NULL, topic_id CHAR(36) NOT NULL, created_at BIGINT NOT NULL,
     body TEXT NOT NULL,
     INDEX newest (created_at DESC, id), INDEX by_date (category, date DESC, id, views),
     INDEX by_views (views DESC, id, category), INDEX two_keys (category, views DESC, id),
     INDEX by_title (title_en), INDEX by_title_de (title_read_de, id))`,
  `CREATE TABLE drafts (
     id CHAR(36) PRIMARY KEY, title_en VARCHAR(200) NOT NULL, title_de VARCHAR(200), slug VARCHAR(200) NOT NULL,
     category VARCHAR(40) NOT NULL, views INT NOT NULL, featured TINYINT NOT NULL, date BIGINT NOT NULL,
     author_id CHAR(36) NOT NULL, topic_id CHAR(36) NOT NULL, created_at BIGINT NOT NULL, body TEXT NOT NULL)`,
];
const BATCH = 1000;

/** Puts the same documents into the plain tables of the hand-written server. */
export async function seedHandWritten(url: string, tokenHash: string, count: number): Promise<void> {
  const connection = await createConnection({ uri: url });
  try {
    await connection.query("SET NAMES utf8mb4 COLLATE utf8mb4_bin");
    for (const statement of TABLES)
      await connection.query(`${statement} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
    await connection.query("INSERT INTO tokens VALUES (?, 'bench')", [tokenHash]);
    for (const documents of siteBatches(count, BATCH)) {
      for (const [type, table] of [
        ["person", "people"],
        ["topic", "topics"],
      ] as const) {
        const rows = documents.filter((document) => document.type === type).map(named);
        if (rows.length > 0) await connection.query(`INSERT INTO ${table} VALUES ?`, [rows]);
      }
      const rows = documents.filter(({ type }) => type === "article").map(plainArticle);
      if (rows.length > 0) await connection.query(`INSERT INTO articles (${COLUMNS}) VALUES ?`, [rows]);
    }
    await connection.query("ANALYZE TABLE articles");
  } finally {
    await connection.end();
  }
}

const named = ({ id, fields, createdAt }: SiteDocument) => [id, fields.name, fields.about, createdAt];

export const COLUMNS =
  "id, title_en, title_de, slug, category, views, featured, date, author_id, topic_id, created_at, body";

export function plainArticle({ id, fields, createdAt }: SiteDocument) {
  const title = fields.title as { en: string; de?: string };
  const reference = (name: string) => (fields[name] as { documentId: string }).documentId;
  return [
    id,
    title.en,
    title.de ?? null,
    fields.slug,
    fields.category,
    fields.views,
    fields.featured,
    Date.parse(String(fields.date)),
    reference("author"),
    reference("topic"),
    createdAt,
    fields.body,
  ];
}
