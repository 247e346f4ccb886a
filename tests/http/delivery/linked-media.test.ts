import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { graphqlSite, type GraphqlSite } from "../../helpers/graphql-site.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";

/** These tests prove what docs/content-editing.md says of pictures and files (rules/delivery 13). */
const test = anyTest as TestFn<{ kiln: Kiln; site: GraphqlSite }>;

test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, site: await graphqlSite(kiln) };
});
test.after.always((t) => t.context.kiln.stop());

/** Reads the picture of an article by REST and by GraphQL. */
async function read({ projectId, reader, ask }: GraphqlSite, id: string) {
  const rest = await reader.get(`/v1/content/${projectId}/documents/${id}?select=hero`);
  const graphql = await ask(`{ article(id: "${id}") { hero { storageId url contentType } } }`);
  return [rest.body.document.hero, graphql.body.data.article.hero];
}

test("readers have the URL of a file from its link to its deletion, which no document guards (rules/delivery 13)", async (t) => {
  const { site } = t.context;
  const { ann, projectId, documents } = site;
  const storageId = await upload(ann.api, "image/png", Buffer.from("x"));
  const id = await site.publish({ title: { en: "Kiln" }, hero: { storageId } });
  const none = { storageId, url: null, contentType: null };
  t.deepEqual(await read(site, id), [{ storageId }, none]);

  await ann.api.post(`/v1/projects/${projectId}/storage`, { storageIds: [storageId] });
  for (const hero of await read(site, id)) {
    t.like(hero, { storageId, contentType: "image/png" });
    t.is((await fetch(hero.url)).status, 200);
  }

  t.is((await ann.api.delete(`/v1/storage/${storageId}`)).status, 200);
  t.deepEqual(await read(site, id), [{ storageId }, none]);
  t.like(await documents.get(id), { status: 200, body: { valid: false, document: { status: "published" } } });
  const saved = await documents.put(id, { title: { en: "New" }, hero: { storageId } });
  t.like(saved.body.issues, [{ path: "hero", code: "unknown_media" }]);
  t.is((await documents.publish(id, saved.body.version)).status, 400);
});
