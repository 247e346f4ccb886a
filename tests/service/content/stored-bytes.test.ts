import test from "ava";
import fc from "fast-check";
import { ContentRevision } from "../../../entities/content-revision.js";
import { purgeBatch } from "../../../services/content/types/purge-type.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { LiveEditor } from "../../helpers/live-editor.js";
import { makeProject } from "../../helpers/make-project.js";
import { field, postType } from "../../helpers/post-type.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { countedOf, storedIn } from "../../helpers/stored-bytes.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

/** A person's saves by a session and by a key are revisions of their own, so that each of them stores a snapshot. */
const bySession = (): Person => ({ ...ann, api: ann.session });
const makeSite = async (): Promise<{ projectId: string; typeId: string; documents: Documents }> => {
  const projectId = await makeProject(ann);
  return { projectId, typeId: await makeType(projectId), documents: new Documents(ann, projectId) };
};
const makeType = async (projectId: string): Promise<string> =>
  (await postType(ann.api, projectId, "article", [field("title")], { titleField: "title" })).id;

/** Words with letters of one to four bytes, since what counts is bytes. */
const words = (length: number): string => "aä€🜂".repeat(length);

const VERBS = [
  "create",
  "save",
  "saveOtherwise",
  "edit",
  "publish",
  "unpublish",
  "restore",
  "delete",
  "deleteType",
] as const;
interface Step {
  verb: (typeof VERBS)[number];
  at: number;
  length: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  verb: fc.constantFrom(...VERBS, "create", "saveOtherwise", "publish", "saveOtherwise"),
  at: fc.nat(100),
  length: fc.nat(40),
});

async function play(steps: readonly Step[]): Promise<void> {
  const site = await makeSite();
  const { documents, projectId } = site;
  let ids: string[] = [];
  for (const { verb, at, length } of steps) {
    const id = ids[at % Math.max(1, ids.length)];
    const draft = { title: words(length) };
    if (verb === "create") ids.push(await documents.make(draft));
    else if (verb === "deleteType") {
      await ann.api.delete(`/v1/content/types/${site.typeId}?force=true`);
      site.typeId = await makeType(projectId);
      ids = [];
    } else if (id !== undefined) await work(documents, verb, id, draft);
    if (verb === "delete") ids = ids.filter((each) => each !== id);
    const [counted, stored] = [await countedOf(kiln, projectId), await storedIn(kiln, projectId)];
    if (counted !== stored)
      throw new Error(`After ${verb} ${counted} bytes are counted and ${stored} stored.`);
  }
}

async function work(documents: Documents, verb: Step["verb"], id: string, draft: { title: string }) {
  switch (verb) {
    case "save":
      return documents.put(id, draft);
    case "saveOtherwise":
      return documents.as(bySession()).put(id, draft);
    case "edit": {
      const editor = await LiveEditor.open(ann.api, id);
      editor.fields.set("title", draft.title);
      return editor.sync();
    }
    case "publish":
      return documents.publish(id, (await documents.get(id)).body.document.draftVersion);
    case "unpublish":
      return documents.unpublish(id, "?force=true");
    case "restore": {
      const { revisions } = (await documents.revisions(id)).body;
      return documents.restore(id, revisions[draft.title.length % revisions.length].id);
    }
    default:
      return documents.delete(id, "?force=true");
  }
}

const RUNS = Math.ceil(Number(process.env.KILN_RUNS ?? 100) / 20);

test.serial(
  "what is counted for a project is what its drafts and revisions have, after any changes (rules/content 61)",
  async (t) => {
    const steps = fc.array(step, { minLength: 15, maxLength: 40 });
    await fc.assert(fc.asyncProperty(steps, play), { numRuns: RUNS });
    t.pass();
  },
);

test.serial("snapshots that go because there are newer ones make room (rules/content 61)", async (t) => {
  const { documents, projectId } = await makeSite();
  const id = await documents.make({ title: words(1) });
  const other = documents.as(bySession());
  for (let at = 0; at < 60; at += 1) {
    const saved = await (at % 2 === 0 ? other : documents).put(id, { title: words(60 - at) });
    t.is(saved.status, 200);
  }
  t.is(await kiln.host.read.count(ContentRevision, { documentId: id }), 49);
  t.is(await countedOf(kiln, projectId), await storedIn(kiln, projectId));
});

test.serial(
  "creates and saves at once are all counted, and a revision knows the bytes of its payload (rules/content 61)",
  async (t) => {
    const { documents, projectId } = await makeSite();
    const ids = await Promise.all(
      Array.from({ length: 24 }, (_, at) => documents.make({ title: words(at) })),
    );
    const other = documents.as(bySession());
    await Promise.all([
      ...ids.map((id) => other.put(id, { title: words(50) })),
      ...ids.map((id) => documents.publish(id, 1)),
      ...ids.slice(0, 5).map((id) => documents.delete(id)),
      documents.make({ title: words(3) }),
    ]);
    t.is(await countedOf(kiln, projectId), await storedIn(kiln, projectId));
    const wrong = await kiln.host.read.query(
      "SELECT id FROM content_revisions WHERE projectId = ? AND (bytes IS NULL OR bytes <> COALESCE(OCTET_LENGTH(payload), 0))",
      [projectId],
    );
    t.deepEqual(wrong, []);
    t.true((await kiln.host.read.count(ContentRevision, { projectId })) >= 19);
  },
);

test.serial(
  "a deleted type makes room with each batch, whoever removes its documents, and also rows of an earlier release (rules/content 61)",
  async (t) => {
    const { documents, projectId, typeId } = await makeSite();
    const ids = await Promise.all(Array.from({ length: 6 }, () => documents.make({ title: words(10) })));
    const other = documents.as(bySession());
    for (const id of ids) await other.put(id, { title: words(50) });
    const { host } = kiln;
    await host.transact((tx) =>
      tx.run("UPDATE content_revisions SET bytes = NULL WHERE documentId = ?", [ids[0]]),
    );
    await host.transact((tx) =>
      tx.run("UPDATE content_types SET name = ?, deletedAt = 1 WHERE id = ?", [`deleted ${typeId}`, typeId]),
    );
    const before = await countedOf(kiln, projectId);
    t.false(await purgeBatch(host, typeId));
    t.is(await countedOf(kiln, projectId), await storedIn(kiln, projectId));
    t.true(Number(await countedOf(kiln, projectId)) < Number(before));
    const purge = async () => {
      while (!(await purgeBatch(host, typeId)));
    };
    await Promise.all([purge(), purge(), purge()]);
    t.is(await storedIn(kiln, projectId), 0);
    t.is(await countedOf(kiln, projectId), 0);
  },
);

test.serial("the count of a deleted project goes with its content (rules/content 61)", async (t) => {
  const { documents, projectId } = await makeSite();
  await documents.make({ title: words(10) });
  t.is((await ann.api.delete(`/v1/projects/${projectId}`)).status, 200);
  t.is(await countedOf(kiln, projectId), null);
  t.is(await storedIn(kiln, projectId), 0);
});
