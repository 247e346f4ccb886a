import test from "ava";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { FIRST_LOCALES } from "../../../contracts/content-locales.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { readInOrder } from "../../../services/content/documents/document-list.repository.js";
import { presentRows } from "../../../services/content/documents/list-documents.js";
import { pageOfDrafts } from "../../../services/content/documents/page-of-drafts.js";
import type { TypeContext } from "../../../services/content/types/type-context.repository.js";
import { turnsDuring } from "../../helpers/turns-during.js";

const schema: ContentSchema = {
  name: "page",
  title: "Page",
  titleField: "title",
  fields: [{ name: "title", title: "Title", type: "string" }],
};
const typeContext = { typeId: "page", schema, locales: FIRST_LOCALES } as unknown as TypeContext;

const IDS = Array.from({ length: 30 }, (_, at) => `id-${String(at).padStart(2, "0")}`);

test("who reads a page of large documents lets others run in between (rules/running 29)", async (t) => {
  const reader = {
    query: async () => IDS.map((id) => ({ id })),
    entity: (_of: unknown, row: object) => {
      const end = performance.now() + 2;
      while (performance.now() < end);
      return row;
    },
  } as unknown as Reader;
  const turns = await turnsDuring(async () => {
    const documents = await readInOrder(reader, IDS);
    t.deepEqual(
      documents.map(({ id }) => id),
      IDS,
    );
  });
  t.true(turns >= 5, `${turns} turns`);
});

test("who makes rows of a page of large documents lets others run in between (rules/running 29)", async (t) => {
  const documents = IDS.map((id) => ({
    id,
    typeId: "page",
    publishedAt: null,
    firstPublishedAt: null,
    createdAt: 0,
    updatedAt: 0,
    // Looking through a large draft takes time.
    get draft() {
      const end = performance.now() + 2;
      while (performance.now() < end);
      return { title: `Title ${id}` };
    },
  })) as unknown as ContentDocument[];
  const turns = await turnsDuring(async () => {
    const rows = await presentRows({} as Reader, documents, typeContext);
    t.deepEqual(
      rows.map(({ title }) => title),
      IDS.map((id) => `Title ${id}`),
    );
  });
  t.true(turns >= 5, `${turns} turns`);
});

test("who searches titles of many drafts lets others run in between (rules/running 29, rules/content 64)", async (t) => {
  const reader = {
    query: async (sql: string, parameters: readonly string[]) =>
      sql.includes("LIMIT")
        ? IDS.filter((id) => id > (parameters.at(-1) ?? "")).map((id) => ({
            id,
            draftBytes: 1,
            createdAt: 0,
          }))
        : parameters.map((id) => ({ id, draft: JSON.stringify({ title: `Title ${id}` }) })),
  } as unknown as Reader;
  const slowSchema = {
    ...schema,
    // Making the columns of a large draft takes time.
    get fields() {
      const end = performance.now() + 2;
      while (performance.now() < end);
      return schema.fields;
    },
  };
  const query = { sort: "title" as const, limit: 5, offset: 0, wanted: `title ${IDS[7]}` };
  const slow = { ...typeContext, schema: slowSchema };
  const turns = await turnsDuring(async () => {
    const { page } = await pageOfDrafts(reader, slow, { sql: "1 = 1", parameters: [] }, query);
    t.deepEqual(
      page.map(({ id }) => id),
      [IDS[7]],
    );
  });
  t.true(turns >= 6, `${turns} turns`);
});

test("titles from drafts are read a few drafts at a time, and the list of their rows once (rules/content 57)", async (t) => {
  const asked: number[] = [];
  let lists = 0;
  const reader = {
    query: async (sql: string, parameters: readonly string[]) => {
      if (sql.includes("LIMIT")) {
        lists += 1;
        const after = parameters.at(-1) ?? "";
        return IDS.filter((id) => id > after).map((id) => ({ id, draftBytes: 1_000_000, createdAt: 0 }));
      }
      asked.push(parameters.length);
      return parameters.map((id) => ({ id, draft: JSON.stringify({ title: `Title ${id}` }) }));
    },
  } as unknown as Reader;
  const query = { sort: "title" as const, limit: 5, offset: 20, wanted: "title" };
  const { page, total } = await pageOfDrafts(reader, typeContext, { sql: "1 = 1", parameters: [] }, query);
  t.is(total, IDS.length);
  t.deepEqual(
    page.map(({ id }) => id),
    IDS.slice(20, 25),
  );
  t.true(asked.every((count) => count <= 2));
  t.is(lists, 2, "all rows, and that there are no more");
});
