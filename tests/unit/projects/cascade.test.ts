import test from "ava";
import { CASCADE, checkCascade } from "../../../services/projects/cascade.js";

const table = (tableName: string, ...columns: string[]) => ({
  tableName,
  columns: columns.map((propertyName) => ({ propertyName })),
});

test("a table that names projects and has no step stops the start (rules/projects 13)", (t) => {
  const error = t.throws(() =>
    checkCascade([
      table("sketches", "id", "projectId"),
      table("plans", "id"),
      table("generation_jobs", "projectId"),
    ]),
  );
  t.regex(error.message, /out of sketches\.$/);
});

test("tables with a step, and those whose rows stay or end with the mark, pass", (t) => {
  t.notThrows(() =>
    checkCascade(
      ["generation_jobs", "project_links", "ledger_entries", "project_members", "project_invites"].map(
        (name) => table(name, "projectId"),
      ),
    ),
  );
});

test("runs end before the jobs that they begin, jobs before their results are unlinked, translations and webhooks before the content that they are about (rules/projects 13)", (t) => {
  t.deepEqual(
    CASCADE.map(({ contract }) => contract.name),
    [
      "workflows.projectDeleted",
      "generation.projectDeleted",
      "transcriptions.projectDeleted",
      "translation.projectDeleted",
      "webhooks.projectDeleted",
      "delivery.projectDeleted",
      "content.projectDeleted",
      "storage.projectDeleted",
    ],
  );
});
