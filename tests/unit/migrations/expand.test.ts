import test from "ava";
import { breaks, type Column, type Schema } from "../../helpers/schema-changes.js";

const column = (name: string, more: Partial<Column> = {}): Column => ({
  table: "jobs",
  name,
  type: "int(11)",
  isNullable: false,
  hasDefault: false,
  ...more,
});
const before: Schema = {
  columns: [column("id"), column("note", { isNullable: true })],
  unique: ["jobs(id)"],
};
const after = (columns: readonly Column[], unique = ["jobs(id)"]): string[] =>
  breaks(before, { columns: [...before.columns, ...columns], unique });

test("a migration may add tables, and columns that an insert need not name (rules/operations 10)", (t) => {
  t.deepEqual(
    after([
      column("size", { isNullable: true }),
      column("tries", { hasDefault: true }),
      column("id", { table: "news" }),
    ]),
    [],
  );
  t.deepEqual(after([], ["jobs(id)", "news(id)"]), []);
});

test("what stops processes of the release before is told: columns that go, change or must be named, new unique indexes (rules/operations 10)", (t) => {
  const [id, note] = before.columns as [Column, Column];
  const told = (columns: readonly Column[], unique = before.unique) => breaks(before, { columns, unique });
  t.deepEqual(told([id]), ["jobs.note is gone"]);
  t.deepEqual(told([{ ...id, type: "bigint(20)" }, note]), ["jobs.id was int(11) and is bigint(20)"]);
  t.deepEqual(told([id, { ...note, isNullable: false }]), ["jobs.note takes no null any more"]);
  t.deepEqual(after([column("size")]), ["jobs.size is new, and an insert that does not name it fails"]);
  t.deepEqual(after([], ["jobs(id)", "jobs(note)"]), ["jobs(note) is unique only now"]);
});
