import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import type { Client } from "../../helpers/client.js";
import { makeReader } from "../../helpers/make-reader.js";
import { makeSite } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "next", title: "Next", type: "reference", to: ["article"] },
];
const test = anyTest as TestFn<{ kiln: Kiln; reader: Client; path: string }>;

test.before(async (t) => {
  const kiln = await startKiln();
  const { ann, projectId, documents } = await makeSite(kiln, FIELDS);
  let next: string | null = null;
  for (let n = 0; n < 30; n++) {
    const draft: object = { title: `Text ${n}`, ...(next && { next: { documentId: next } }) };
    const made: string = (await documents.create(draft)).body.document.id;
    await documents.publish(made, 1);
    next = made;
  }
  const path = `/v1/content/${projectId}/documents`;
  t.context = { kiln, reader: await makeReader(ann, projectId), path };
});
test.after.always((t) => t.context.kiln.stop());

/** Statements of the process while something is done. */
async function count({ host }: Kiln, work: () => Promise<unknown>): Promise<string[]> {
  const read = host.read as { query: (sql: string, parameters?: readonly unknown[]) => Promise<unknown[]> };
  const original = read.query.bind(read);
  const seen: string[] = [];
  read.query = (sql, parameters) => {
    if (!/ tasks|sessions/.test(sql)) seen.push(sql.replaceAll(/\s+/g, " ").slice(0, 80));
    return original(sql, parameters);
  };
  try {
    await work();
  } finally {
    read.query = original;
  }
  return seen;
}

for (const [depth, query] of [
  [0, "&sort=title&limit=10"],
  [1, "&sort=title&limit=10&offset=5&expand=next"],
  [2, "&sort=title&limit=10&offset=9&expand=next.next&expandDepth=2"],
] as const)
  test.serial(
    `a list takes at most 2 statements and one a level of expand: depth ${depth} (issue 5)`,
    async (t) => {
      const { kiln, reader, path } = t.context;
      await reader.get(`${path}?type=article`);
      const seen = await count(kiln, async () => {
        const { status, body } = await reader.get(`${path}?type=article${query}`);
        t.is(status, 200);
        t.true(body.documents.length > 5);
      });
      t.true(seen.length <= 2 + depth, seen.join("\n"));
    },
  );

test.serial(
  "documents that are at hand take no statement, whatever else is asked of them (issue 5)",
  async (t) => {
    const { kiln, reader, path } = t.context;
    await reader.get(`${path}?type=article&sort=title&limit=20`);
    const seen = await count(kiln, () => reader.get(`${path}?type=article&sort=title&limit=10&offset=3`));
    t.is(seen.length, 1, seen.join("\n"));
  },
);

test.serial(
  "the same list again takes one statement: that of the token and the revision (decisions 11)",
  async (t) => {
    const { kiln, reader, path } = t.context;
    await reader.get(`${path}?type=article&limit=7`);
    const seen = await count(kiln, () => reader.get(`${path}?type=article&limit=7`));
    t.is(seen.length, 1, seen.join("\n"));
  },
);
