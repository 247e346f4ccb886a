import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../../start.js";
import { makeReader } from "../../../helpers/make-reader.js";
import { makeSite } from "../../../helpers/make-site.js";
import { startKiln } from "../../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln }>;
test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln?.stop());

test("an empty object reads as absent, and in a list as an empty object (rules/delivery 30 and 41)", async (t) => {
  const { ann, projectId, documents } = await makeSite(t.context.kiln, [
    { name: "box", title: "Box", type: "object", fields: [] },
    { name: "boxes", title: "Boxes", type: "array", of: { type: "object", fields: [] } },
  ]);
  const reader = await makeReader(ann, projectId);
  const id = await documents.makePublished({ box: {}, boxes: [{}, {}] });
  for (const beside of ["", '__type(name: "Query") { name }']) {
    const { body } = await reader.post(`/v1/content/${projectId}/graphql`, {
      query: `{ article(id: "${id}") { box boxes } ${beside} }`,
    });
    t.deepEqual(body.data.article, { box: null, boxes: [{}, {}] });
  }
});
