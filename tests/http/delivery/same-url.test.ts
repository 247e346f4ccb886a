import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { makeReader } from "../../helpers/make-reader.js";
import { makeSite } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln }>;
test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln?.stop());

const RANK = { name: "rank", title: "Rank", type: "number" } as const;
const TITLE = { name: "title", title: "Title", type: "string" } as const;

test("one URL is another answer for a token that reads drafts, in any order (rules/delivery 4)", async (t) => {
  const { ann, projectId, documents } = await makeSite(t.context.kiln, [TITLE]);
  const id = await documents.makePublished({ title: "Published" });
  t.is((await documents.put(id, { title: "Draft" })).status, 200);
  const reader = await makeReader(ann, projectId);
  const preview = await makeReader(ann, projectId, "preview");
  const path = `/v1/content/${projectId}/documents`;
  for (const by of [reader, preview, preview, reader]) {
    const title = by === reader ? "Published" : "Draft";
    t.is((await by.get(`${path}?type=article`)).body.documents[0].title, title);
    t.is((await by.get(`${path}/${id}`)).body.document.title, title);
    const drafts = await by.get(`${path}/${id}?perspective=drafts`);
    t.is(drafts.status, by === reader ? 403 : 200);
  }
});

test("one URL follows the type: new fields, removed ones, other refusals (rules/delivery 12)", async (t) => {
  const { kiln } = t.context;
  const { ann, projectId, documents } = await makeSite(kiln, [TITLE, RANK]);
  const id = await documents.makePublished({ title: "Kiln", rank: 1 });
  const reader = await makeReader(ann, projectId);
  const path = `/v1/content/${projectId}/documents`;
  const { body } = await ann.api.get(`/v1/projects/${projectId}/content/types`);
  const type = body.contentTypes.find(({ name }: { name: string }) => name === "article");
  const steps = [[TITLE, RANK], [TITLE], [TITLE, RANK], [TITLE, RANK, { ...RANK, name: "more" }]];
  for (const [baseVersion, fields] of steps.entries()) {
    // The first schema is the one with which the type was made.
    const change = { baseVersion, fields };
    const changed = baseVersion > 0 && (await ann.api.put(`/v1/content/types/${type.id}`, change));
    if (changed) t.is(changed.status, 200, JSON.stringify(changed.body));
    const names = fields.map(({ name }) => name);
    for (const document of [
      (await reader.get(`${path}?type=article`)).body.documents[0],
      (await reader.get(`${path}/${id}`)).body.document,
    ])
      t.deepEqual(
        Object.keys(document).filter((name) => !name.startsWith("_")),
        names.filter((name) => name !== "more"),
      );
    const sorted = await reader.get(`${path}?type=article&sort=rank`);
    t.is(sorted.status, names.includes("rank") ? 200 : 400);
  }
});
