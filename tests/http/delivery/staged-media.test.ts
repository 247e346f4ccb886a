import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeReader } from "../../helpers/make-reader.js";
import { startKiln } from "../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln }>;

test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln.stop());

test("a file that a draft named before its commit has a URL in the next preview (rules/delivery 13)", async (t) => {
  const { kiln } = t.context;
  const ann = await signUp(kiln.url);
  const { defaultProjectId } = (await ann.api.get("/v1/projects")).body;
  await makeType(kiln, defaultProjectId, [{ name: "hero", title: "Hero", type: "media" }]);
  const bytes = Buffer.from("picture");
  const ticket = await ann.api.post("/v1/uploads/ticket", {
    contentType: "image/png",
    sizeBytes: bytes.length,
  });
  const { storageId, uploadUrl } = ticket.body;
  const id = await new Documents(ann, defaultProjectId).make({ hero: { storageId } });
  const preview = await makeReader(ann, defaultProjectId, "preview");
  const path = `/v1/content/${defaultProjectId}/documents`;
  const heroes = async () => {
    const { body } = await preview.get(`${path}?type=article`);
    const single = await preview.get(`${path}/${id}`);
    return [body.documents[0].hero, single.body.document.hero];
  };
  t.deepEqual(await heroes(), [{ storageId }, { storageId }]);
  await fetch(uploadUrl, { method: "PUT", headers: { "content-type": "image/png" }, body: bytes });
  t.deepEqual(await heroes(), [{ storageId }, { storageId }]);
  t.is((await ann.api.post(`/v1/uploads/${storageId}/commit`)).status, 200);
  for (const hero of await heroes()) {
    t.is(hero.contentType, "image/png");
    t.is(await (await fetch(hero.url)).text(), "picture");
  }
});
