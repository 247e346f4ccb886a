import test from "ava";
import { fieldsOf, refuseUnknownFields, shorten } from "../../../services/mcp/list-tool.js";
import { TOOLS } from "../../../services/mcp/tools.js";

const row = (id: number, bytes: number) => ({
  id: `id-${id}`,
  text: "ä".repeat(bytes / 2),
  more: { deep: [1, 2] },
});
const listOf = (count: number, bytes: number) => ({
  documents: Array.from({ length: count }, (_, id) => row(id, bytes)),
  total: count,
});
const sizeOf = (result: object) => Buffer.byteLength(JSON.stringify(result, null, 2));
const rowsOf = (result: object) => (result as { documents: object[] }).documents;

test("a list whose caller names no limit stays under 20 KB, and total says that there is more (rules/mcp 19)", (t) => {
  for (const bytes of [10, 300, 4000, 15_000]) {
    const all = listOf(1000, bytes);
    const short = shorten(all, { rows: "documents", isCut: true }, {});
    t.true(sizeOf(short) <= 20_480, `${sizeOf(short)} bytes of rows of ${bytes}`);
    t.like(short, { total: 1000 });
    t.deepEqual(rowsOf(short), all.documents.slice(0, rowsOf(short).length));
    t.deepEqual(shorten(all, { rows: "documents", isCut: true }, { limit: 200 }), all, "asked for more");
    t.deepEqual(shorten(all, { rows: "documents" }, {}), all, "the route says how many");
  }
  const page = { ...listOf(1000, 300), limit: 50, offset: 0 };
  const cut = shorten(page, { rows: "documents", isCut: true }, {});
  t.like(
    cut,
    { limit: rowsOf(cut).length, offset: 0, total: 1000 },
    "the next page begins behind the last row",
  );
  const whole = { ...listOf(3, 100), limit: 50 };
  t.deepEqual(shorten(whole, { rows: "documents", isCut: true }, {}), whole);
  const large = shorten(listOf(3, 100_000), { rows: "documents", isCut: true }, {});
  t.is(rowsOf(large).length, 1, "one at least");
  const few = listOf(3, 100);
  t.deepEqual(shorten(few, { rows: "documents", isCut: true }, {}), few);
});

test("select gives the named fields of each row only, and makes room for more of them (rules/mcp 19)", (t) => {
  const all = listOf(1000, 4000);
  const picked = shorten(all, { rows: "documents", isCut: true }, { select: ["id", "absent"] });
  t.deepEqual(rowsOf(picked)[1], { id: "id-1" });
  t.true(rowsOf(picked).length > 300);
  t.true(sizeOf(picked) <= 20_480);
});

test("an unknown field of select is refused with the nearest one (rules/mcp 7)", (t) => {
  t.throws(() => refuseUnknownFields(["titel"], ["id", "title"]), {
    message: /"titel" \(did you mean "title"\?\)/,
  });
  t.notThrows(() => refuseUnknownFields(undefined, []));
});

test("every tool that lists takes select, and its rows may leave fields out (rules/mcp 19)", (t) => {
  for (const { name, listing } of TOOLS.filter((tool) => tool.name.startsWith("list_"))) {
    t.truthy(listing.inputSchema.properties?.["select"], name);
    const [rows = ""] = Object.entries(listing.outputSchema.properties ?? {}).find(
      ([, schema]) => schema["type"] === "array" && "items" in schema,
    ) ?? [""];
    t.true(fieldsOf(listing.outputSchema, rows).length > 2, `${name}.${rows}`);
    const list = listing.outputSchema.properties?.[rows] as { items: { required?: unknown } } | undefined;
    t.truthy(list, name);
    t.is(list?.items.required, undefined, name);
  }
});
