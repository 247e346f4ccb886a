import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import { Account } from "../../../entities/account.js";
import { ContentPresence } from "../../../entities/content-presence.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { joinProject } from "../../helpers/make-project.js";
import { makeArticles, type Site } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

interface Context extends Site {
  kiln: Kiln;
  bob: Person;
}
const test = anyTest as TestFn<Context>;

test.before(async (t) => {
  const kiln = await startKiln();
  const site = await makeArticles(kiln);
  const bob = await signUp(kiln.url);
  await joinProject(site.ann, site.projectId, bob);
  t.context = { kiln, bob, ...site };
});
test.after.always((t) => t.context.kiln.stop());

const say = (who: Person, id: string, body: object) =>
  who.api.post(`/v1/content/documents/${id}/presence`, body);

test("windows that have a document open hear of each other, with the place, until one leaves (rules/content 56)", async (t) => {
  const { ann, bob, documents } = t.context;
  const id = await documents.make({ title: "One" });
  const [hers, his] = [randomUUID(), randomUUID()];
  const place = { path: "title", locale: "en", anchor: "AAE=", head: "AAI=" };
  t.deepEqual((await say(ann, id, { windowId: hers, place })).body, { windows: [] });
  const { body } = await say(bob, id, { windowId: his });
  const user = { id: ann.id, email: ann.email, name: null };
  t.deepEqual(body, { windows: [{ windowId: hers, user, place }] });
  t.like((await say(ann, id, { windowId: hers })).body.windows[0], { windowId: his, place: null });
  t.is((await say(ann, id, { windowId: hers, isLeaving: true })).status, 200);
  t.deepEqual((await say(bob, id, { windowId: his })).body, { windows: [] });
});

test("a window that says nothing is gone for the others, and its row goes with the next one that comes (rules/content 56)", async (t) => {
  const { ann, bob, documents, kiln } = t.context;
  const id = await documents.make({ title: "Two" });
  const hers = randomUUID();
  await say(ann, id, { windowId: hers });
  await kiln.host.transact((tx) => tx.update(ContentPresence, { id: hers }, { seenAt: Date.now() - 10_001 }));
  t.deepEqual((await say(bob, id, { windowId: randomUUID() })).body, { windows: [] });
  t.is(await kiln.host.read.findOne(ContentPresence, { id: hers }), null);
});

test("strangers neither see who is there nor say that they are, and one's window is nobody else's (rules/content 56)", async (t) => {
  const { ann, bob, documents } = t.context;
  const [id, other] = [await documents.make({ title: "Three" }), await documents.make({ title: "Four" })];
  const windowId = randomUUID();
  await say(ann, id, { windowId, place: { path: "title" } });
  const stranger = await signUp(t.context.kiln.url);
  t.is((await say(stranger, id, { windowId: randomUUID() })).status, 404);
  // With the id of her window another person neither moves nor closes it, nor takes it to another document.
  await say(bob, id, { windowId, place: { path: "body" } });
  await say(bob, id, { windowId, isLeaving: true });
  await say(bob, other, { windowId });
  const { body } = await say(bob, id, { windowId: randomUUID() });
  t.is(body.windows.length, 1);
  t.like(body.windows[0], { windowId, place: { path: "title" }, user: { id: ann.id } });
});

test("places are short, and no more than 50 windows are kept for a document (rules/content 56)", async (t) => {
  const { ann, documents, kiln } = t.context;
  const id = await documents.make({ title: "Five" });
  const windowId = randomUUID();
  t.is((await say(ann, id, { windowId, place: { path: "x".repeat(301) } })).status, 400);
  t.is((await say(ann, id, { windowId, place: { path: "x", head: "x".repeat(1001) } })).status, 400);
  await kiln.host.transact((tx) =>
    tx.insert(
      ContentPresence,
      Array.from({ length: 50 }, () => ({
        id: randomUUID(),
        documentId: id,
        accountId: ann.id,
        place: null,
        seenAt: Date.now() + 60_000,
      })),
    ),
  );
  t.is((await say(ann, id, { windowId })).body.windows.length, 50);
  t.is(await kiln.host.read.findOne(ContentPresence, { id: windowId }), null);
});

test("a suspended member neither says that they are there nor sees who is (rules/content 56)", async (t) => {
  const { ann, documents, projectId, kiln } = t.context;
  const id = await documents.make({ title: "Five" });
  const carl = await signUp(kiln.url);
  await joinProject(ann, projectId, carl);
  await kiln.host.transact((tx) => tx.update(Account, { id: carl.id }, { suspended: true }));
  const said = await say(carl, id, { windowId: randomUUID() });
  t.is(said.status, 403);
  t.is(said.body.error.code, "account_suspended");
});

test("a window that says twice at once that it is there is there once (rules/content 56)", async (t) => {
  const { ann, bob, documents } = t.context;
  const id = await documents.make({ title: "Six" });
  const windowId = randomUUID();
  const said = await Promise.all(Array.from({ length: 8 }, () => say(ann, id, { windowId })));
  t.deepEqual(
    said.map(({ status }) => status),
    said.map(() => 200),
  );
  t.is((await say(bob, id, { windowId: randomUUID() })).body.windows.length, 1);
});
