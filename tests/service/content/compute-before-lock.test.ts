import test from "ava";
import { computeBeforeLock } from "../../../services/content/documents/compute-before-lock.js";
import { openDraftServices } from "../../../services/content/documents/draft-services.js";
import type { DraftNow } from "../../../services/content/documents/draft-state.repository.js";
import { saveDraftIn } from "../../../services/content/documents/save-draft.js";
import { withFields } from "../../../services/content/documents/with-fields.js";
import { makeArticles } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

test("a change worked out ahead counts if the draft is as it was, else it is worked out again on what it is", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const { ann, documents } = await makeArticles(kiln);
  const id = await documents.make({ title: "One", body: "a" });
  await documents.get(id);
  const draftServices = openDraftServices(kiln.host);
  let runs = 0;
  const addLetter = (now: DraftNow) => {
    runs += 1;
    return withFields(draftServices, now, {
      ...now.document.draft,
      body: `${String(now.document.draft.body)}x`,
    });
  };
  const save = {
    documentId: id,
    author: { accountId: ann.id, actor: "key" as const },
    kind: "draft" as const,
  };

  const first = await computeBeforeLock(draftServices, id, addLetter);
  await kiln.host.transact((tx) => saveDraftIn(kiln.host, tx, save, first));
  t.is(runs, 1);
  t.is((await documents.get(id)).body.document.draft.body, "ax");

  const second = await computeBeforeLock(draftServices, id, addLetter);
  await documents.put(id, { title: "Two", body: "b" });
  await kiln.host.transact((tx) => saveDraftIn(kiln.host, tx, save, second));
  t.is(runs, 3);
  t.like((await documents.get(id)).body.document, { draftVersion: 4, draft: { title: "Two", body: "bx" } });
});
