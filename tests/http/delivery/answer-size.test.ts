import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { type ReadingSite, startReadingSite } from "../../helpers/reading-site.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "body", title: "Body", type: "text" },
  {
    name: "rel",
    title: "Related",
    type: "array",
    of: { type: "reference", to: ["article"] },
  },
];
const MB = 2 ** 20;

const test = anyTest as TestFn<ReadingSite>;

test.beforeEach(async (t) => {
  t.context = await startReadingSite(FIELDS);
});
test.afterEach.always((t) => t.context.kiln.stop());

const references = (documentId: string, count: number) =>
  Array.from({ length: count }, () => ({ documentId }));

test("an answer over 128 MB is refused before it is made, and says what to change (rules/delivery 37)", async (t) => {
  const { documents, reader, path } = t.context;
  const large = await documents.makePublished({ title: "Large", body: "x".repeat(MB) });
  const id = await documents.makePublished({ title: "A", rel: references(large, 300) });
  const buffers = () => process.memoryUsage().arrayBuffers;
  const before = buffers();
  for (const url of [`${path}/${id}?expand=rel`, `${path}?type=article&expand=rel`]) {
    const { status, body } = await reader.get(url);
    t.is(status, 400, url);
    t.is(body.error.code, "invalid_params");
    for (const part of [/128 MB/, /expand/, /limit/, /select/]) t.regex(body.error.message, part);
  }
  t.true(buffers() - before < 128 * MB);
  // The document itself can still be read.
  t.is((await reader.get(`${path}/${id}`)).body.document.rel.length, 300);
  const few = await documents.makePublished({ title: "B", rel: references(large, 3) });
  t.is((await reader.get(`${path}/${few}?expand=rel`)).body.document.rel[2].body.length, MB);
});

test("references to references to nothing are bounded too: their places take memory (rules/delivery 37)", async (t) => {
  const { documents, reader, path } = t.context;
  // The target was never published, so each place has null.
  const gone = await documents.make({ title: "Gone" });
  const wide = await documents.makePublished({ title: "Wide", rel: references(gone, 5000) });
  const id = await documents.makePublished({ title: "A", rel: references(wide, 1000) });
  const { status, body } = await reader.get(`${path}/${id}?expand=rel.rel&expandDepth=2`);
  t.is(status, 400);
  t.regex(body.error.message, /128 MB/);
});
