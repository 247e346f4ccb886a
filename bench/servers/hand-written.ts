/**
 * This server is what a programmer would write by hand for one site: node:http, mysql2, a table with fitting indexes, a route for
 * each question. Each request reads its token by one statement, then a page and the total at the same time.
 */
import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createPool, type RowDataPacket } from "mysql2/promise";
import { text } from "node:stream/consumers";
import type { ContentFields } from "../../contracts/content-schema.js";
import { COLUMNS, plainArticle } from "../delivery/seed-hand-written.js";
import { listenAndSay } from "./listen-and-say.js";

const pool = createPool({
  uri: process.env.DATABASE_URL ?? "",
  connectionLimit: 20,
  resetOnRelease: false,
  charset: "utf8mb4_bin",
});

const read = async (sql: string, values: unknown[]): Promise<RowDataPacket[]> =>
  (await pool.query<RowDataPacket[]>(sql, values))[0];

type Parameters = URLSearchParams;
const ARTICLE = `a.id, a.title_en, a.title_de, a.slug, a.category, a.views, a.featured, a.date, a.author_id, a.topic_id,
  a.created_at, a.body`;
const TARGETS = `, p.id AS p_id, p.name AS p_name, p.about AS p_about, p.created_at AS p_at,
  t.id AS t_id, t.name AS t_name, t.about AS t_about, t.created_at AS t_at`;
const JOINS = "LEFT JOIN people p ON p.id = a.author_id LEFT JOIN topics t ON t.id = a.topic_id";
/** Offset from which it pays to walk an index alone and to read only the rows of the page. */
const DEEP = 1000;

/** Reads a page and the total. */
async function page(where: string, values: unknown[], order: string, parameters: Parameters) {
  const offset = Number(parameters.get("offset") ?? 0);
  const isExpanded = parameters.has("expand");
  const locale = parameters.get("locale") ?? "en";
  const [columns, joins] = isExpanded ? [ARTICLE + TARGETS, JOINS] : [ARTICLE, ""];
  const found = `${where} ORDER BY ${order} LIMIT 20 OFFSET ?`;
  const from =
    offset < DEEP
      ? `articles a ${joins} ${found}`
      : `(SELECT a.id FROM articles a ${found}) f JOIN articles a ON a.id = f.id ${joins} ORDER BY ${order}`;
  const [rows, [count]] = await Promise.all([
    read(`SELECT ${columns} FROM ${from}`, [...values, offset]),
    read(`SELECT COUNT(*) AS total FROM articles a ${where}`, values),
  ]);
  const documents = rows.map((row) => present(row, locale, isExpanded));
  return { documents, total: count?.total, limit: 20, offset };
}

const system = (id: string, type: string, at: number, locale: string, fallbackFields: string[]) => {
  const time = new Date(at).toISOString();
  return {
    _id: id,
    _type: type,
    _status: "published",
    _createdAt: time,
    _updatedAt: time,
    _publishedAt: time,
    _locale: locale,
    _fallbackFields: fallbackFields,
  };
};

const present = (row: RowDataPacket, locale: string, isExpanded: boolean) => ({
  ...system(
    row.id,
    "article",
    row.created_at,
    locale,
    locale === "de" && row.title_de === null ? ["title"] : [],
  ),
  title: locale === "de" ? (row.title_de ?? row.title_en) : row.title_en,
  slug: row.slug,
  category: row.category,
  views: row.views,
  featured: row.featured === 1,
  date: new Date(row.date).toISOString(),
  author: isExpanded ? target(row, "p", "person", locale) : { documentId: row.author_id },
  topic: isExpanded ? target(row, "t", "topic", locale) : { documentId: row.topic_id },
  body: row.body,
});

const target = (row: RowDataPacket, prefix: "p" | "t", type: string, locale: string) => ({
  ...system(row[`${prefix}_id`], type, row[`${prefix}_at`], locale, []),
  name: row[`${prefix}_name`],
  about: row[`${prefix}_about`],
});

/** Writes, by path. A draft is in a table of its own, and a copy of it is among the articles. */
const writes: Record<string, (body: { id: string } & ContentFields) => Promise<object>> = {
  "/create": async (fields) => {
    const id = randomUUID();
    const row = plainArticle({ id, type: "article", createdAt: Date.now(), fields });
    await pool.query(`INSERT INTO drafts (${COLUMNS}) VALUES (?)`, [row]);
    return { ...fields, id };
  },
  "/publish": async ({ id }) => {
    await pool.query(`INSERT INTO articles (${COLUMNS}) SELECT ${COLUMNS} FROM drafts WHERE id = ?`, [id]);
    return { id };
  },
};

type System = ReturnType<typeof system>;

/** Removes the fields that a page does not show. */
function slim<T extends System>(document: T) {
  const { _type, _status, _createdAt, _updatedAt, _locale, _fallbackFields, ...shown } = document;
  return shown;
}

/** Returns the fields that the GraphQL query of the bench asks for. */
const forPage = ({ documents, total }: Awaited<ReturnType<typeof page>>) => ({
  data: {
    allArticle: {
      total,
      items: documents.map((document) => ({
        ...slim(document),
        author: slim(document.author as System),
        topic: slim(document.topic as System),
      })),
    },
  },
});

const NEWEST = "a.created_at DESC, a.id";
const routes: Record<string, (parameters: Parameters) => Promise<object>> = {
  "/one": async (q) => {
    const [row] = await read(`SELECT ${ARTICLE} FROM articles a WHERE a.id = ?`, [q.get("id")]);
    if (row === undefined) throw new Error("There is no such article.");
    return { document: present(row, "en", false) };
  },
  "/newest": (q) => page("", [], NEWEST, q),
  "/for-page": async (q) => forPage(await page("", [], NEWEST, q)),
  "/two-conditions": (q) =>
    page(
      "WHERE a.category = ? AND a.views >= ?",
      [q.get("category"), Number(q.get("views"))],
      "a.date DESC, a.id",
      q,
    ),
  "/contains": (q) => page("WHERE a.title_en LIKE ?", [`%${q.get("text")}%`], NEWEST, q),
  "/by-views": (q) => page("", [], "a.views DESC, a.id", q),
  "/two-keys": (q) => page("", [], "a.category, a.views DESC, a.id", q),
  "/or": (q) =>
    page(
      "WHERE a.category = ? OR a.views < ?",
      [q.get("category"), Number(q.get("views"))],
      "a.views DESC, a.id",
      q,
    ),
  "/localized": (q) => page("WHERE a.title_read_de >= ?", [q.get("from")], "a.title_read_de, a.id", q),
};

async function answer(url: string, bearer: string, body: string): Promise<object> {
  const { pathname, searchParams } = new URL(url, "http://here");
  const hash = createHash("sha256").update(bearer.slice("Bearer ".length)).digest("hex");
  const tokens = await read("SELECT site FROM tokens WHERE hash = ?", [hash]);
  if (tokens.length !== 1) throw new Error("No such token.");
  const { [pathname]: write } = writes;
  if (write !== undefined) return write(JSON.parse(body));
  const { [pathname]: route } = routes;
  if (route === undefined) throw new Error("No such route.");
  return route(searchParams);
}

listenAndSay(
  createServer((request, response) => {
    const { url = "", headers } = request;
    const answered =
      request.method === "GET"
        ? answer(url, headers.authorization ?? "", "")
        : text(request).then((body) => answer(url, headers.authorization ?? "", body));
    answered.then(
      (content) => {
        const body = JSON.stringify(content);
        response.writeHead(200, {
          "content-type": "application/json; charset=utf-8",
          "content-length": Buffer.byteLength(body),
        });
        response.end(body);
      },
      (error: unknown) => {
        console.error(error);
        response.writeHead(500, { "content-length": 0 }).end();
      },
    );
  }),
);
