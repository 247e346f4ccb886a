import test from "ava";
import type { Tx } from "../../../runtime/database/transaction.js";
import { deleteDocument } from "../../../services/content/documents/delete-document.js";
import { signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

test("a document goes without its history, which a task removes behind it (rules/content 38)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const ann = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  await makeType(kiln, projectId);
  const documents = new Documents(ann, projectId);
  const id = await documents.make({ title: "One" });
  for (let version = 1; version <= 3; version += 1) {
    t.is((await documents.publish(id, version)).status, 200);
    t.is((await documents.put(id, { title: `More ${version}` })).status, 200);
  }
  const revisions = async (tx: Pick<Tx, "query">) =>
    (await tx.query("SELECT id FROM content_revisions WHERE documentId = ?", [id])).length;
  const before = await revisions(kiln.host.read);
  t.true(before >= 3, String(before));
  const atItsEnd: number[] = [];
  const host = Object.create(kiln.host) as typeof kiln.host;
  host.transact = (work, ...rest) =>
    kiln.host.transact(
      async (tx) => {
        const done = await work(tx);
        atItsEnd.push(await revisions(tx));
        return done;
      },
      ...rest,
    );
  await deleteDocument(host, id, true);
  t.deepEqual(atItsEnd, [before]);
  t.is((await documents.get(id)).status, 404);
  await waitUntil(async () => (await revisions(kiln.host.read)) === 0, {
    what: () => "The history is there.",
  });
});
