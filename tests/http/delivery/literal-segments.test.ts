import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { makeReader } from "../../helpers/make-reader.js";
import { makeSite } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

test("a literal segment wins over a project's id, which is a UUID only (rules/delivery 5)", async (t) => {
  const { ann, projectId, documents } = await makeSite(kiln, [
    { name: "title", title: "Title", type: "string" },
  ]);
  const id = await documents.makePublished({ title: "Pots" });
  const reader = await makeReader(ann, projectId);
  t.is((await reader.get(`/v1/content/${projectId}/documents/${id}`)).status, 200);

  // These are the documents of management: an API key opens them, and a delivery token does not.
  const managed = await ann.api.get(`/v1/content/documents/${id}`);
  t.is(managed.body.document.id, id);
  t.is((await reader.get(`/v1/content/documents/${id}`)).status, 401);

  // No project is called "documents", "types" or another word that is no UUID, so the answer is 404 before authentication.
  for (const name of ["documents", "types", "pots", "0"]) {
    const answer = await reader.get(`/v1/content/${name}/documents?type=article`);
    t.is(answer.status, 404, name);
    t.is((await fetch(`${kiln.url}/v1/content/${name}/documents?type=article`)).status, 404, name);
  }
  t.is((await reader.get(`/v1/content/${randomUUID()}/documents?type=article`)).status, 404);
});
