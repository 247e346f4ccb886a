import test from "ava";
import { ContentHead } from "../../../entities/content-head.js";
import { setStored } from "../../../services/changes/index.js";
import { countProjects } from "../../../services/content/room/count-projects.js";
import { measureProject } from "../../../services/content/room/measure.repository.js";
import type { Kiln } from "../../../start.js";
import { makeArticles } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { countedOf, storedIn } from "../../helpers/stored-bytes.js";

const MB = 2 ** 20;

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln({ CONTENT_MB: "16" });
  kiln.host.tasks.forget("content.count");
});
test.after.always(() => kiln?.stop());

const count = () => countProjects(kiln.host, new AbortController().signal);
const setCount = (id: string, storedBytes: number | null) =>
  kiln.host.transact((tx) => tx.update(ContentHead, { id }, { storedBytes }));

/** Makes a project with a document and two revisions, one of which an earlier release has made. */
async function makeContent() {
  const site = await makeArticles(kiln);
  const id = await site.documents.make({ title: "One", body: "words" });
  await site.documents.publish(id, 1);
  await site.documents.put(id, { title: "Two", body: "other words" });
  await kiln.host.transact((tx) => tx.run("UPDATE content_revisions SET bytes = NULL", []));
  return { ...site, id };
}

test.serial(
  "the content of projects of an earlier release is counted after the upgrade (rules/content 61)",
  async (t) => {
    const sites = [await makeContent(), await makeContent(), await makeContent()];
    for (const { projectId } of sites) await setCount(projectId, null);
    const [first, second, third] = sites.map(({ projectId }) => projectId) as [string, string, string];
    // A project that is not counted yet stays so, whatever is stored in it meanwhile.
    await sites[0]?.documents.make({ title: "More" });
    t.is(await countedOf(kiln, first), null);
    // The content of a deleted project is not looked through: its rows are on their way out.
    await kiln.host.transact((tx) => tx.run("UPDATE projects SET deletedAt = 1 WHERE id = ?", [third]));
    await count();
    for (const id of [first, second]) t.is(await countedOf(kiln, id), await storedIn(kiln, id));
    t.true(Number(await countedOf(kiln, first)) > 60);
    t.is(await countedOf(kiln, third), null);
  },
);

test.serial(
  "an account near its bound is counted anew when a process of an earlier release has written, and others are left alone (rules/content 61)",
  async (t) => {
    const [full, other] = [await makeContent(), await makeContent()];
    await setCount(full.projectId, 15 * MB);
    await setCount(other.projectId, 14 * MB);
    await count();
    t.is(await countedOf(kiln, full.projectId), await storedIn(kiln, full.projectId));
    t.is(await countedOf(kiln, other.projectId), 14 * MB, "it is below nine tenths of the bound");
    t.is((await full.documents.create({ title: "Fits" })).status, 200);
  },
);

test.serial("a count that has changed since its content was measured stays (rules/content 61)", async (t) => {
  const { projectId, documents } = await makeContent();
  const measured = await measureProject(kiln.host.longRead, projectId);
  if (measured === null) return t.fail();
  t.is(measured.bytes, await storedIn(kiln, projectId));
  await documents.make({ title: "Meanwhile" });
  const before = await countedOf(kiln, projectId);
  await kiln.host.transact((tx) => setStored(tx, measured.head, 1));
  t.is(await countedOf(kiln, projectId), before);
  await setCount(projectId, null);
  // Nothing is added to a count that is null, so the revision tells whether anything has changed.
  const uncounted = { ...measured.head, storedBytes: null };
  await kiln.host.transact((tx) => setStored(tx, uncounted, 1));
  t.is(await countedOf(kiln, projectId), null);
  await kiln.host.transact((tx) => setStored(tx, { ...uncounted, revision: measured.head.revision + 1 }, 1));
  t.is(await countedOf(kiln, projectId), 1);
});

test.serial(
  "a count never falls below zero, though an earlier release counted nothing of what is deleted (rules/content 61)",
  async (t) => {
    const { projectId, documents, id } = await makeContent();
    await setCount(projectId, 3);
    t.is((await documents.delete(id, "?force=true")).status, 200);
    t.is(await countedOf(kiln, projectId), 0);
    t.is(await storedIn(kiln, projectId), 0);
  },
);
