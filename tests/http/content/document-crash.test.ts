import test from "ava";
import type { HistoryMark } from "../../../entities/content-document.js";
import { type Answer, type Person, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { postType } from "../../helpers/post-type.js";

const WRITERS = 8;
const KILL_AFTER = 60;

let site: Site;
test.before(async () => {
  site = await openSite({ ALLOW_PRIVATE_NETWORK: "1" });
});
test.after.always(() => site?.close());

interface Row {
  id: string;
  status: string;
  draftVersion: number;
  draft: string;
  published: string | null;
  history: string;
}

test("SIGKILL amid writers: what was answered stands, and every row of an operation is there or none (rules/content 23 and 32)", async (t) => {
  const kiln = await site.start();
  const ann = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  const fields = [
    { name: "title", title: "Title", type: "string" },
    { name: "target", title: "Target", type: "reference", to: ["article"] },
  ];
  await postType(ann.api, projectId, "article", fields);
  await makeWebhook(ann.api, projectId, "http://127.0.0.1:9/");
  const documents = new Documents(ann, projectId);
  const target = await documents.makePublished({ title: "target" });

  /** State of each document by its last answer. Null means deleted. */
  const known = new Map<string, { version: number; status: string } | null>();
  let answers = 0;
  const refused: string[] = [];
  const succeed = ({ status, body }: Answer) => {
    if (status !== 200) refused.push(JSON.stringify(body));
  };
  const note = (id: string, state: { version: number; status: string } | null) => {
    known.set(id, state);
    answers += 1;
    if (answers === KILL_AFTER) kiln.kill("SIGKILL");
  };
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      try {
        for (let turn = 0; ; turn++) {
          const id = await documents.make({ title: `${writer}.${turn}`, target: { documentId: target } });
          note(id, { version: 1, status: "draft" });
          succeed(await documents.publish(id, 1));
          note(id, { version: 1, status: "published" });
          succeed(await documents.put(id, { title: "saved" }));
          note(id, { version: 2, status: "changed" });
          if (turn % 2 === 0) continue;
          succeed(await documents.delete(id));
          note(id, null);
        }
      } catch {
        // The process was killed.
      }
    }),
  );
  t.is((await kiln.ended).signal, "SIGKILL");
  t.deepEqual(refused, []);

  const again = await site.startHere();
  const after = new Documents({ ...ann, api: ann.api.at(again.url) } satisfies Person, projectId);
  for (const [id, state] of known) {
    const { status, body } = await after.get(id);
    // The operation that was under way when the process died may have happened too.
    if (state === null) t.is(status, 404);
    else if (status === 200) t.true(body.document.draftVersion >= state.version);
    else t.is(state.status, "changed");
  }
  await consistent(t, projectId, target);
  t.is((await after.delete(target)).status, 409, "still guarded");
  await again.stop();
});

interface Assert {
  is(actual: unknown, expected: unknown, message?: string): boolean;
  deepEqual(actual: unknown, expected: unknown, message?: string): boolean;
}

async function consistent(t: Assert, projectId: string, target: string): Promise<void> {
  const rows = await site.query<Row>("SELECT * FROM content_documents");
  const revisions = await site.query<{ documentId: string; seq: number; kind: string }>(
    "SELECT documentId, seq, kind FROM content_revisions ORDER BY seq",
  );
  const edges = await site.query<{ documentId: string; targetId: string }>(
    "SELECT * FROM content_references",
  );
  for (const row of rows) {
    const mark = JSON.parse(row.history) as HistoryMark;
    const own = revisions.filter(({ documentId }) => documentId === row.id);
    t.deepEqual(
      own.map(({ seq }) => Number(seq)),
      Array.from({ length: mark.seq - 1 }, (_, index) => index + 1),
      "a history without gaps",
    );
    t.is(row.published !== null, row.status !== "draft");
    if (row.status === "published") t.is(row.published, row.draft);
    t.is(
      edges.some(({ documentId, targetId }) => documentId === row.id && targetId === target),
      row.status !== "draft" && row.id !== target,
      "an edge for each that is published",
    );
  }
  const ids = new Set(rows.map(({ id }) => id));
  t.is(
    revisions.filter(({ documentId }) => !ids.has(documentId)).length,
    0,
    "no history without its document",
  );
  const [head] = await site.query<{ revision: number }>("SELECT revision FROM content_heads WHERE id = ?", [
    projectId,
  ]);
  const changes = await site.query<{ revision: number }>(
    "SELECT revision FROM content_changes WHERE projectId = ? ORDER BY revision",
    [projectId],
  );
  t.deepEqual(
    changes.map(({ revision }) => Number(revision)),
    Array.from({ length: Number(head?.revision) }, (_, index) => index + 1),
  );
  const told = await site.query<{ documentId: string; event: string }>(
    "SELECT documentId, event FROM webhook_deliveries",
  );
  for (const row of rows)
    t.is(
      told.filter(({ documentId }) => documentId === row.id).length,
      row.status === "draft" || row.id === target ? Number(row.id === target) : 1,
      "an event for each publish",
    );
  for (const { documentId } of told.filter(({ event }) => event === "document.delete"))
    t.is(ids.has(documentId), false);
}
