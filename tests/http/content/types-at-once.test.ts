import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { field, postType } from "../../helpers/post-type.js";
import { startKiln } from "../../helpers/start-kiln.js";

// Number of rounds. Schemas of other types are read before the transaction that depends on them, so changes in between must
// count.

const ROUNDS = 10;

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const post = (projectId: string, name: string, fields: readonly object[]) =>
  ann.api.post(`/v1/projects/${projectId}/content/types`, { name, title: name, fields });

test("of two types that are made at once and would have one name in GraphQL, one is refused (rules/content 1)", async (t) => {
  const nested = field("seo", { type: "object", fields: [field("leaf")] });
  for (let round = 0; round < ROUNDS; round += 1) {
    const projectId = await makeProject(ann);
    const made = await Promise.all([
      post(projectId, "post", [nested]),
      post(projectId, "postSeo", [field("title")]),
    ]);
    t.deepEqual(made.map(({ status }) => status).sort(), [200, 400]);
    const refused = made.find(({ status }) => status === 400);
    t.regex(refused?.body.error.message, /would be PostSeo in GraphQL, as .* is; choose another name/);
  }
});

test("a type is not deleted while another one that names it is made, or that one is refused (rules/content 7 and 8)", async (t) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const projectId = await makeProject(ann);
    const author = await postType(ann.api, projectId, "author");
    const [deleted, made] = await Promise.all([
      ann.api.delete(`/v1/content/types/${author.id}`),
      post(projectId, "book", [field("by", { type: "reference", to: ["author"] })]),
    ]);
    t.deepEqual(
      [deleted.status, made.status].sort(),
      deleted.status === 200 ? [200, 400] : [200, 409],
      `${JSON.stringify(deleted.body)} ${JSON.stringify(made.body)}`,
    );
  }
});
