import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { postType } from "../../helpers/post-type.js";
import { until } from "../../helpers/until.js";

let site: Site;
test.before(async () => {
  site = await openSite({ ALLOW_PRIVATE_NETWORK: "1" });
});
test.after.always(() => site?.close());

const COUNT = 250;

test("SIGKILL amid a deletion: type and documents are out of sight at once, a task removes the rest and tells of each once (rules/content 51)", async (t) => {
  const kiln = await site.start({ KILN_FAULT: "content.purge@3" });
  const ann = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  const type = await postType(ann.api, projectId, "article");
  const documents = new Documents(ann, projectId);
  const ids: string[] = [];
  while (ids.length < COUNT)
    ids.push(...(await Promise.all(Array.from({ length: 25 }, () => documents.make({ title: "x" })))));
  // No receiver answers there: the test reads only the log.
  await makeWebhook(ann.api, projectId, "http://127.0.0.1:9/", { events: ["document.delete"] });
  await t.throwsAsync(ann.api.delete(`/v1/content/types/${type.id}?force=true`));
  t.is((await kiln.ended).signal, "SIGKILL");
  const left = await count("SELECT COUNT(*) AS count FROM content_documents");
  t.true(left > 0 && left < COUNT, `${left} documents are left`);

  const again = await site.startHere();
  const [one] = await site.query<{ id: string }>("SELECT id FROM content_documents LIMIT 1");
  const person: Person = { ...ann, api: ann.api.at(again.url) };
  const after = new Documents(person, projectId);
  t.is((await person.api.get(`/v1/content/types/${type.id}`)).status, 404);
  t.is((await after.list()).body.total, 0);
  for (const look of [after.get, after.revisions]) t.is((await look(one?.id ?? "")).status, 404);
  t.is((await after.delete(one?.id ?? "")).status, 404);
  await postType(person.api, projectId, "article");
  t.is((await after.list("?type=article")).body.total, 0, "the name is free, and begins anew");

  await until(async () => (await count("SELECT COUNT(*) AS count FROM content_documents")) === 0);
  await until(
    async () => (await count("SELECT COUNT(*) AS count FROM tasks WHERE queue = 'content.type'")) === 0,
  );
  t.is(await count("SELECT COUNT(*) AS count FROM content_types"), 1);
  const told = await site.query<{ documentId: string }>("SELECT documentId FROM webhook_deliveries");
  t.deepEqual(told.map(({ documentId }) => documentId).toSorted(), ids.toSorted());
  await again.stop();
});

const count = async (sql: string): Promise<number> =>
  Number((await site.query<{ count: number }>(sql))[0]?.count);
