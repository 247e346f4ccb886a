import { AsyncLocalStorage } from "node:async_hooks";
import test, { type ExecutionContext } from "ava";
import * as Y from "yjs";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { KeyedMutex } from "../../../runtime/concurrency/keyed-mutex.js";
import { saveTranslations } from "../../../services/content/index.js";
import { openDraftServices } from "../../../services/content/documents/draft-services.js";
import { fingerprint } from "../../../services/content/documents/fingerprint.js";
import { mergeDraft, patchDraft } from "../../../services/content/documents/merge-draft.js";
import { restoreRevision } from "../../../services/content/documents/restore-revision.js";
import type { Drafts } from "../../../services/content/draft/drafts.js";
import { draftShape } from "../../unit/content/draft-shape.js";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { LiveEditor, toBase64 } from "../../helpers/live-editor.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeArticles, makeSite } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "body", title: "Body", type: "text" },
  { name: "tags", title: "Tags", type: "array", of: { title: "Tag", type: "string" } },
];
const BODY = "x".repeat(100_000);

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const VERBS = ["settle", "make", "replace", "complete", "merge"] as const;

/** Has the drafts and the transactions of the process as they were when the test is over. */
function restoreAfter(t: ExecutionContext): void {
  const { host } = kiln;
  const { drafts } = openDraftServices(host);
  const { transact } = host;
  const own = VERBS.map((verb) => [verb, drafts[verb]] as const);
  t.teardown(() => {
    host.transact = transact;
    for (const [verb, work] of own) Object.assign(drafts, { [verb]: work });
  });
}

/** Sees the calls of `drafts` that end well, and whether each was made inside a transaction. */
function watchDrafts({ host }: Kiln) {
  const { drafts } = openDraftServices(host);
  const seen: { verb: string; isInside: boolean }[] = [];
  const inside = new AsyncLocalStorage<true>();
  const { transact } = host;
  host.transact = (work) =>
    transact.call(host, (tx) => inside.run(true, async () => await work(tx))) as never;
  for (const verb of VERBS) {
    const own = drafts[verb].bind(drafts) as (...all: unknown[]) => Promise<unknown>;
    Object.assign(drafts, {
      async [verb](...all: unknown[]) {
        const isInside = inside.getStore() === true;
        const result = await own(...all);
        seen.push({ verb, isInside });
        return result;
      },
    });
  }
  return { take: () => seen.splice(0) };
}

/** Calls `then` after each call of one verb of `drafts` that ends well. */
function after<V extends "settle" | "replace">(drafts: Drafts, verb: V, then: () => Promise<unknown>): void {
  const own = drafts[verb].bind(drafts) as (...all: unknown[]) => Promise<unknown>;
  let isOff = false;
  Object.assign(drafts, {
    async [verb](...all: unknown[]) {
      const result = await own(...all);
      if (isOff) return result;
      isOff = true;
      await then();
      isOff = false;
      return result;
    },
  });
}

/** Occupies the threads for some time each: tens of thousands of equal blocks without keys are paired with those before. */
function occupyThreads(drafts: Drafts): void {
  const shape = draftShape({
    name: "article",
    title: "Article",
    fields: [{ name: "story", title: "Story", type: "portableText" }],
  });
  const storyOf = (first: string, last: string, block: object) => ({
    story: [first, ...Array.from({ length: 30_000 }, () => "same"), last].map((style) => ({
      _type: "block",
      style,
      ...block,
    })),
  });
  for (let job = 0; job < 4; job += 1)
    drafts.settle(shape, storyOf("c", "d", {}), storyOf("a", "b", { _key: "" })).catch(() => {});
}

test.serial(
  "whatever saves a draft of 100 KB that has no state, or that nobody has seen yet, computes outside of its transaction (rules/content 62)",
  async (t) => {
    restoreAfter(t);
    const { ann, documents } = await makeArticles(kiln, FIELDS);
    const { drafts, ...others } = openDraftServices(kiln.host);
    const watched = watchDrafts(kiln);
    const draftServices = { ...others, drafts };
    const author = { accountId: ann.id, actor: "agent" as const };
    const make = async () => {
      const id = await documents.make({ title: "One", body: BODY });
      watched.take();
      return id;
    };
    const isOutside = (verb: string) => {
      const seen = watched.take();
      t.true(
        seen.some((each) => each.verb === verb),
        verb,
      );
      t.deepEqual(
        seen.filter(({ isInside }) => isInside),
        [],
        verb,
      );
    };

    const patched = await make();
    t.is((await ann.api.patch(`/v1/content/documents/${patched}`, { draft: { title: "Two" } })).status, 200);
    isOutside("make");
    t.like((await documents.get(patched)).body.document.draft, { title: "Two", body: BODY });

    const updated = await make();
    const doc = new Y.Doc();
    doc.getMap("fields").set("title", "Two");
    const body = {
      epoch: 1,
      update: toBase64(Y.encodeStateAsUpdate(doc)),
      stateVector: toBase64(Y.encodeStateVector(doc)),
    };
    t.is((await ann.api.post(`/v1/content/documents/${updated}/draft-update`, body)).status, 200);
    isOutside("merge");

    const opened = await make();
    t.is((await documents.get(opened)).status, 200);
    isOutside("make");

    const merged = await make();
    await mergeDraft(draftServices, { documentId: merged, author }, { title: "Two" });
    isOutside("settle");
    await mergeDraft(draftServices, { documentId: merged, author }, { title: "Three" });
    isOutside("settle");

    const restored = await make();
    await restoreRevision(draftServices, { documentId: restored, author }, { title: "Old" });
    isOutside("make");
  },
);

test.serial(
  "a translation into a large draft is computed outside of its transaction (rules/content 62)",
  async (t) => {
    restoreAfter(t);
    const { ann, documents } = await makeSite(kiln, [
      { name: "title", title: "Title", type: "string", localized: true },
      { name: "body", title: "Body", type: "text" },
    ]);
    const id = await documents.make({ title: { en: "One" }, body: BODY });
    const watched = watchDrafts(kiln);
    const saved: string[] = [];
    await saveTranslations(
      kiln.host,
      {
        documentId: id,
        accountId: ann.id,
        sourceLocale: "en",
        locale: "de",
        model: "mock",
        values: [
          {
            path: "title",
            value: "Eins",
            sourceHash: fingerprint("One"),
            targetHash: fingerprint(null),
          },
        ],
      },
      (save) => kiln.host.transact((tx) => save(tx, async (paths) => void saved.push(...paths))),
    );
    t.deepEqual(saved, ["title"]);
    t.deepEqual(
      watched.take().filter(({ isInside }) => isInside),
      [],
    );
    t.like((await documents.get(id)).body.document, {
      draftVersion: 2,
      draft: { title: { en: "One", de: "Eins" } },
    });
  },
);

test.serial(
  "what changes between computing and locking has the draft computed outside once more, and no edit is lost (rules/content 63)",
  async (t) => {
    restoreAfter(t);
    const { ann, projectId, documents } = await makeArticles(kiln, FIELDS);
    const id = await documents.make({ title: "One", body: BODY });
    const editor = await LiveEditor.open(ann.api, id);
    const draftServices = openDraftServices(kiln.host);
    const elsewhere = { ...draftServices, mutex: new KeyedMutex() };
    const author = { accountId: ann.id, actor: "key" as const };
    const types = (await ann.api.get(`/v1/projects/${projectId}/content/types`)).body.contentTypes;
    let runs = 0;
    after(draftServices.drafts, "replace", async () => {
      runs += 1;
      // Another process saves, and then the type changes.
      if (runs === 1) await patchDraft(elsewhere, { documentId: id, author }, { tags: ["theirs"] });
      if (runs === 2)
        t.is(
          (
            await ann.api.put(`/v1/content/types/${types[0].id}`, {
              baseVersion: 1,
              fields: FIELDS.map((field) => (field.name === "title" ? { ...field, localized: true } : field)),
            })
          ).status,
          200,
        );
    });
    const watched = watchDrafts(kiln);
    const saved = await ann.api.patch(`/v1/content/documents/${id}`, { draft: { title: "Two" } });
    t.is(saved.status, 200);
    t.is(runs, 2, "the third time the state is rebuilt, because a field has another kind");
    t.deepEqual(
      watched.take().filter(({ isInside }) => isInside),
      [],
    );
    const { document } = (await documents.get(id)).body;
    t.like(document, { draftVersion: 3, schemaVersion: 2 });
    t.deepEqual(document.draft, { title: { en: "Two" }, body: BODY, tags: ["theirs"] });
    // The editor who opened the document before has all of it.
    await editor.sync();
    t.deepEqual(editor.json, document.draft);
  },
);

test.serial(
  "a save that others are always faster than is a conflict, and changes nothing (rules/content 63)",
  async (t) => {
    restoreAfter(t);
    const { ann, documents } = await makeArticles(kiln, FIELDS);
    const id = await documents.make({ title: "One", body: BODY });
    await documents.get(id);
    const draftServices = openDraftServices(kiln.host);
    const elsewhere = { ...draftServices, mutex: new KeyedMutex() };
    const author = { accountId: ann.id, actor: "key" as const };
    let theirs = 0;
    after(draftServices.drafts, "replace", async () => {
      theirs += 1;
      await patchDraft(elsewhere, { documentId: id, author }, { tags: [`theirs ${theirs}`] });
    });
    const refused = await ann.api.patch(`/v1/content/documents/${id}`, { draft: { title: "Two" } });
    t.like(refused, { status: 409, body: { error: { code: "conflict" } } });
    t.true(theirs > 1);
    t.like((await documents.get(id)).body.document, {
      draftVersion: theirs + 1,
      draft: { title: "One", tags: [`theirs ${theirs}`] },
    });
  },
);

test.serial(
  "a large document whose type changes while its draft is settled is settled again by the new type, before its transaction (rules/content 63)",
  async (t) => {
    restoreAfter(t);
    const { ann, projectId, documents } = await makeArticles(kiln, FIELDS);
    const types = (await ann.api.get(`/v1/projects/${projectId}/content/types`)).body.contentTypes;
    let runs = 0;
    after(openDraftServices(kiln.host).drafts, "settle", async () => {
      runs += 1;
      if (runs > 1) return;
      const fields = FIELDS.map((field) => (field.name === "title" ? { ...field, localized: true } : field));
      const changed = await ann.api.put(`/v1/content/types/${types[0].id}`, { baseVersion: 1, fields });
      t.is(changed.status, 200);
    });
    const id = await documents.make({ title: "One", body: BODY });
    t.is(runs, 2);
    t.like((await documents.get(id)).body.document, {
      schemaVersion: 2,
      draft: { title: { en: "One" }, body: BODY },
    });
  },
);

// The last one, for it leaves work to the threads.
test.serial(
  "a save that waits for a thread holds no connection: others read meanwhile (rules/content 62)",
  async (t) => {
    restoreAfter(t);
    const { ann, documents } = await makeArticles(kiln, FIELDS);
    const bob = await signUp(kiln.url);
    const projectId = await makeProject(bob);
    const id = await documents.make({ title: "One" });
    await documents.get(id);
    await documents.put(id, { title: "One", body: BODY.slice(0, 16_000) });
    const { drafts } = openDraftServices(kiln.host);
    occupyThreads(drafts);
    let isComputed = false;
    const asked = new Promise<void>((resolve) => {
      const own = drafts.replace.bind(drafts);
      drafts.replace = async (...all) => {
        resolve();
        const replaced = await own(...all);
        isComputed = true;
        return replaced;
      };
    });
    const saving = ann.api.patch(`/v1/content/documents/${id}`, { draft: { title: "Two" } });
    await Promise.race([asked, saving]);
    t.is((await bob.api.get(`/v1/projects/${projectId}`)).status, 200);
    t.false(isComputed);
    t.like(await saving, { status: 200, body: { version: 3 } });
  },
);
