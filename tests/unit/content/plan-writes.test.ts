import test from "ava";
import fc from "fast-check";
import { type ContentFields, type ContentIssue, isPublishable } from "../../../contracts/content-schema.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import { planCreate } from "../../../services/content/documents/batch/plan-create.js";
import {
  admitPublish,
  MAX_REFERENCES,
  planPublish,
} from "../../../services/content/documents/batch/plan-publish.js";
import type {
  BatchFound,
  CheckedCreate,
  CheckedPublish,
  Plan,
  PublishRequest,
} from "../../../services/content/documents/batch/write-plan.js";
import { toCheck } from "../../../services/content/documents/check-document.js";
import { derivedColumns } from "../../../services/content/documents/derived-columns.js";
import type { TypeContext } from "../../../services/content/types/type-context.repository.js";
import { arbitraryDraft } from "./arbitrary-draft.js";
import { ARTICLE } from "./draft-shape.js";

const numRuns = Number(process.env.KILN_RUNS ?? 200);

const ANN = "0190163d-8694-739b-aea5-966c26f8ad90";
const ID = "0190163d-8694-739b-aea5-966c26f8ad91";
const OTHER = "0190163d-8694-739b-aea5-966c26f8ad92";
const author = { accountId: ANN, actor: "person" as const };

const typeContext: TypeContext = {
  typeId: "type",
  type: "article",
  schemaVersion: 3,
  schema: ARTICLE,
  locales: {
    defaultLocale: "en",
    locales: ["en", "de"].map((code) => ({ code, title: code, fallback: null, required: false })),
  },
  formerLocales: [],
  autoTranslate: false,
};

const issue = (code: ContentIssue["code"]): ContentIssue => ({ code, path: "name", message: "About name." });

/** Makes a document as its row has it. Its draft is the newest one that was saved. */
function documentOf(draft: ContentFields, more: Partial<ContentDocument> = {}): ContentDocument {
  return {
    id: ID,
    projectId: "project",
    typeId: "type",
    type: "article",
    status: "draft",
    draftVersion: 7,
    isValid: false,
    schemaVersion: 3,
    draftBytes: 100,
    publishedVersion: null,
    publishedAt: null,
    firstPublishedAt: null,
    createdById: ANN,
    createdAt: 1000,
    updatedAt: 2000,
    ...derivedColumns(ARTICLE, "en", draft),
    history: { id: "mark", seq: 4, kind: "draft", by: ANN, actor: "person", at: 2000, drafts: 4 },
    draft,
    published: null,
    ...more,
  };
}

const asked: PublishRequest = {
  verb: "publish",
  id: ID,
  author,
  type: "article",
  draftBytes: 100,
  act: null,
  baseVersion: 7,
  isByRun: false,
};

const foundOf = (document: ContentDocument, more: Partial<BatchFound> = {}): BatchFound => ({
  projectId: "project",
  seers: new Set([ANN]),
  room: null,
  typeContexts: new Map([["article", typeContext]]),
  documents: new Map([[document.id, document]]),
  listeners: [],
  triggers: [],
  ...more,
});

const publish = (document: ContentDocument, issues: readonly ContentIssue[], now: number): Plan =>
  planPublish({ ...admitPublish(foundOf(document), asked), issues }, now);

function create(draft: ContentFields, issues: readonly ContentIssue[] = []): Plan {
  const document = { id: ID, type: "article", projectId: "project", isValid: false, schemaVersion: 3, draft };
  const checked: CheckedCreate = {
    verb: "create",
    request: { verb: "create", id: ID, author, type: "article", draftBytes: 9, act: null, draft },
    projectId: "project",
    typeContext,
    draft,
    draftBytes: 9,
    check: toCheck({ typeContext, document, accountId: ANN, draft }),
    targets: [],
    issues,
  };
  return planCreate(checked, 5000);
}

test("a create writes a draft at version 1 that nobody has published, valid or not (rules/content 10)", (t) => {
  fc.assert(
    fc.property(
      arbitraryDraft,
      fc.constantFrom<ContentIssue["code"]>("required", "orphaned_value"),
      (draft, code) => {
        const issues = [issue(code)];
        const { created, published, changes, written } = create(draft, issues);
        t.is(published, null);
        t.is(created?.isValid, isPublishable(issues));
        t.is(created?.isValid, code === "orphaned_value");
        t.deepEqual(
          [created?.status, created?.draftVersion, created?.published, created?.publishedAt, created?.draft],
          ["draft", 1, null, null, draft],
        );
        t.deepEqual([created?.createdAt, created?.updatedAt, created?.history.at], [5000, 5000, 5000]);
        t.like(created, derivedColumns(ARTICLE, "en", draft));
        t.true(written.document === created);
        t.deepEqual(changes, [{ kind: "document", isPublished: false, typeId: "type", documentId: ID }]);
      },
    ),
    { numRuns },
  );
});

test("a publish gives readers the draft as it is, later than all that was before (rules/content 26)", (t) => {
  fc.assert(
    fc.property(arbitraryDraft, fc.nat({ max: 4000 }), fc.boolean(), (draft, now, isRepeated) => {
      const before = documentOf(
        draft,
        isRepeated
          ? { status: "changed", published: { name: "old" }, publishedVersion: 5, firstPublishedAt: 1500 }
          : {},
      );
      const plan = publish(before, [], now);
      const { document } = plan.written;
      t.is(document.published, draft);
      t.is(document.status, "published");
      t.is(document.publishedVersion, 7);
      t.true(document.updatedAt > before.updatedAt && document.updatedAt >= now);
      t.is(document.publishedAt, document.updatedAt);
      t.is(document.firstPublishedAt, isRepeated ? 1500 : document.publishedAt);
      // Neither the draft nor its version changes.
      t.deepEqual([document.draft, document.draftVersion], [draft, 7]);
      t.is(plan.published?.event.publishedAt, document.publishedAt);
      t.is(plan.published?.references.isRepeated, isRepeated);
      t.like(plan.published?.revision, { id: "mark", seq: 4, version: 7, payload: null });
      t.is(document.history.seq, 5);
      t.deepEqual(plan.changes, [{ kind: "document", isPublished: true, typeId: "type", documentId: ID }]);
    }),
    { numRuns },
  );
});

test("a draft that is not valid is refused with its first five messages; values whose field is gone do no harm (rules/content 21 and 26)", (t) => {
  const before = documentOf({});
  t.notThrows(() => publish(before, [issue("orphaned_value")], 3000));
  const errors = Array.from({ length: 7 }, (_, at) => ({ ...issue("required"), message: `no ${at}.` }));
  const error = t.throws(() => publish(before, [issue("orphaned_value"), ...errors], 3000));
  t.is(error?.message, "The draft is not valid: no 0. no 1. no 2. no 3. no 4. And 2 more.");
});

test("of a published document that has not changed nothing is written, and it is checked again only after its type has changed (rules/content 29)", (t) => {
  const published = { status: "published" as const, isValid: true, published: {}, publishedVersion: 7 };
  const before = documentOf({}, published);
  const { check } = admitPublish(foundOf(before), asked);
  t.is(check, null);
  const plan = publish(before, [], 3000);
  t.deepEqual([plan.changes, plan.published, plan.written.document], [[], null, before]);

  const older = documentOf({}, { ...published, schemaVersion: 2 });
  t.not(admitPublish(foundOf(older), asked).check, null);
  t.is(publish(older, [], 3000).published, null);
  t.throws(() => publish(older, [issue("required")], 3000), { message: /not valid/ });
});

test("a publish refers to at most 5,000 other documents, and more are refused before any is read (rules/content 60)", (t) => {
  const friends = { name: "friends", title: "Friends", type: "array" as const };
  const of = { type: "reference" as const, to: ["article"] };
  const schema = { ...ARTICLE, fields: [...ARTICLE.fields, { ...friends, of }] };
  const found = (count: number, more: Partial<ContentDocument> = {}) => {
    const ids = Array.from({ length: count }, (_, at) => `${ID.slice(0, -8)}${String(at).padStart(8, "0")}`);
    const draft = { friends: [ID, ...ids, ...ids].map((documentId) => ({ documentId })) };
    const typeContexts = new Map([["article", { ...typeContext, schema }]]);
    return foundOf(documentOf(draft, more), { typeContexts });
  };
  const most = admitPublish(found(MAX_REFERENCES), asked);
  t.is(planPublish({ ...most, issues: [] }, 3000).published?.references.rows.length, 5000);
  const error = t.throws(() => admitPublish(found(MAX_REFERENCES + 1), asked));
  t.like(error, { code: "invalid_params" });
  t.regex(String(error?.message), /refers to 5001 documents.* 5000 at most/);
  // A publish that changes nothing writes no references.
  t.notThrows(() => admitPublish(found(MAX_REFERENCES + 1, { status: "published" }), asked));
});

test("a publish derives the columns of titles anew only where the type is newer than the draft's last save", (t) => {
  const draft = { name: "now" };
  t.is(publish(documentOf(draft), [], 3000).published?.derived, null);
  const older = documentOf(draft, { schemaVersion: 2 });
  t.deepEqual(publish(older, [], 3000).published?.derived, derivedColumns(ARTICLE, "en", draft));
});

test("a publish is refused for another version, a stranger, and a document that is gone or whose type is (rules/content 26)", (t) => {
  const before = documentOf({});
  const admit =
    (more: Partial<BatchFound>, request = asked) =>
    () =>
      admitPublish(foundOf(before, more), request);
  t.notThrows(admit({}));
  t.like(t.throws(admit({}, { ...asked, baseVersion: 6 })), { code: "conflict" });
  t.like(t.throws(admit({ seers: new Set([OTHER]) })), { code: "not_found" });
  t.like(t.throws(admit({ documents: new Map() })), { code: "not_found" });
  t.like(t.throws(admit({ typeContexts: new Map() })), { code: "not_found" });
  const moved = new Map([["article", { ...typeContext, typeId: "its successor" }]]);
  t.like(t.throws(admit({ typeContexts: moved })), { code: "not_found" });
});

test("a publish holds all documents that the draft names, wherever in it, and no text that is no id", (t) => {
  const draft = { name: { documentId: OTHER.toUpperCase() }, tags: [{ documentId: "none" }] };
  const { targets } = admitPublish(foundOf(documentOf(draft)), asked) satisfies Omit<
    CheckedPublish,
    "issues"
  >;
  t.deepEqual(targets, [OTHER]);
});
