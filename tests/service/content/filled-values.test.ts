import { createHash } from "node:crypto";
import test from "ava";
import { v7 } from "uuid";
import { FIRST_LOCALES } from "../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { ContentDocument } from "../../../entities/content-document.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { derivedColumns } from "../../../services/content/documents/derived-columns.js";
import { readFilledValues } from "../../../services/content/documents/document-list.repository.js";
import { firstMark } from "../../../services/content/documents/history.js";
import { readFilledGroups } from "../../../services/content/index.js";
import { insertType } from "../../helpers/insert-type.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

const SCHEMA: ContentSchema = {
  name: "article",
  title: "Article",
  fields: [
    { name: "title", title: "Title", type: "string", localized: true },
    { name: "text", title: "Text", type: "text", localized: true },
  ],
};

/** Locales that no project has, by 64 characters each. */
const madeUp = (count: number, seed: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${seed}${at}`.padStart(64, "x"), "y"]));

/** Inserts documents with these drafts, each of them twice. */
async function insert(projectId: string, typeId: string, drafts: readonly object[]): Promise<void> {
  await db.transact(async (tx) => {
    for (const draft of drafts.flatMap((each) => [each, each]))
      await tx.insert(ContentDocument, {
        id: v7(),
        projectId,
        typeId,
        type: "article",
        status: "draft",
        draftVersion: 1,
        isValid: true,
        schemaVersion: 1,
        draftBytes: 2,
        publishedVersion: null,
        publishedAt: null,
        firstPublishedAt: null,
        createdById: null,
        createdAt: 1,
        updatedAt: 1,
        ...derivedColumns(SCHEMA, "en", draft as Record<string, unknown>),
        history: firstMark({ accountId: projectId, actor: "key" }, 1),
        draft: {},
        published: null,
      });
  });
}

/** Returns a reader that notes the characters of each answer. */
function measured(read: Reader): { read: Reader; answers: number[] } {
  const answers: number[] = [];
  const query: Reader["query"] = async (sql, parameters) => {
    const rows = await read.query(sql, parameters);
    answers.push(JSON.stringify(rows).length);
    return rows as never;
  };
  const wrapped = new Proxy(read, {
    get: (target, key) => (key === "query" ? query : (Reflect.get(target, key) as unknown)),
  });
  return { read: wrapped, answers };
}

test("the values of documents that name thousands of made-up locales are read in parts (rules/content 42; rules/running 24)", async (t) => {
  const projectId = v7();
  const typeId = await insertType(db, projectId, SCHEMA);
  const large = Array.from({ length: 12 }, (_, at) => ({
    title: { en: "a", ...madeUp(4000, `${at}-`) },
    text: at % 2 === 0 ? { en: "b" } : {},
  }));
  const small = Array.from({ length: 600 }, (_, at) => ({ title: { en: "a", [`de-${at}`]: "b" } }));
  await insert(projectId, typeId, [...large, ...small]);
  const expected = [...large, ...small].map((draft) => derivedColumns(SCHEMA, "en", draft).filled);
  const { read, answers } = measured(db.read);
  const found: string[] = [];
  for await (const { filled, filledHash, documents } of readFilledValues(read, typeId)) {
    t.is(documents, 2);
    t.is(filledHash, createHash("sha256").update(filled).digest("hex"));
    found.push(filled);
  }
  t.deepEqual(found.toSorted(), expected.toSorted());
  const largest = Math.max(...expected.map(({ length }) => length));
  t.true(largest > 250_000);
  t.true(Math.max(...answers) < 2 * 2 ** 20, `${Math.max(...answers)}`);
});

test("groups of documents know the texts in the project's locales only (rules/running 24)", async (t) => {
  const projectId = v7();
  const typeId = await insertType(db, projectId, SCHEMA);
  await insert(projectId, typeId, [
    { title: { en: "a", ...madeUp(2000, "") }, text: { fr: "b" } },
    { title: "bare", text: { en: "b" } },
    {},
  ]);
  const groups = await readFilledGroups(db.read, projectId);
  const { defaultLocale } = FIRST_LOCALES;
  const [unknown] = Object.keys(madeUp(1, ""));
  const told = groups.map(({ filledTexts, documents }) => [
    documents,
    filledTexts.has("title", defaultLocale),
    filledTexts.has("title", unknown ?? ""),
    filledTexts.has("text", defaultLocale),
    filledTexts.has("text", "fr"),
    filledTexts.has("other", defaultLocale),
  ]);
  t.deepEqual(
    told.toSorted((one, other) => (String(one) < String(other) ? -1 : 1)),
    [
      [2, false, false, false, false, false],
      [2, true, false, false, false, false],
      [2, true, false, true, false, false],
    ],
  );
});
