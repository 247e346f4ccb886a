import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import test, { type ExecutionContext } from "ava";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { LiveEditor } from "../../helpers/live-editor.js";
import { makeProject } from "../../helpers/make-project.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { IS_LONG } from "../../helpers/is-long.js";

/** Two processes use one MariaDB without NATS: they know of each other's saves only by the database. */
let site: Site;
let sides: [Client, Client];
let projectId: string;

const WRITERS = 20;
const SAVES = IS_LONG ? 8 : 3;
/** Returns whether a writer shares the common field. Each other writer has a field of its own. */
const isSharing = (writer: number) => writer % 2 === 0;

test.before(async () => {
  // No process dies here: a lease that expires on a busy machine would only hand work over.
  site = await openSite({ TASK_LEASE_SECONDS: "60" });
  const [left, right] = await Promise.all([site.start(), site.start()]);
  const ann: Person = await signUp(left.url);
  sides = [ann.api, new Client(right.url, { authorization: `Bearer ${ann.key}` })];
  projectId = await makeProject(ann);
  const own = Array.from({ length: WRITERS }, (_, writer) => ({
    name: `own${writer}`,
    title: "Own",
    type: "string",
  }));
  const fields = [
    { name: "log", title: "Log", type: "text" },
    { name: "last", title: "Last", type: "string" },
    ...own,
  ];
  const made = await ann.api.post(`/v1/projects/${projectId}/content/types`, {
    name: "page",
    title: "Page",
    fields,
  });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
});
test.after.always(() => site?.close());

const side = (writer: number): Client => sides[(writer >> 1) % 2 === 0 ? 0 : 1];

async function makePage(draft: object): Promise<string> {
  const path = `/v1/projects/${projectId}/content/documents`;
  const { body } = await sides[0].post(path, { type: "page", draft });
  return body.document.id as string;
}

const read = async (id: string, writer = 0) => (await side(writer).get(`/v1/content/documents/${id}`)).body;

/** Publishes until told to end. A publish takes exactly the version that was read, or nothing. */
async function publishAlong(t: ExecutionContext, id: string, writer: number, isOver: () => boolean) {
  let published = 0;
  while (!isOver()) {
    const { document } = await read(id, writer);
    const { status, body } = await side(writer).post(`/v1/content/documents/${id}/publish`, {
      baseVersion: document.draftVersion,
    });
    if (status !== 409) {
      t.is(status, 200, JSON.stringify(body));
      t.deepEqual(body.document.published, document.draft);
      published += 1;
    }
    await sleep(20);
  }
  return published;
}

/** Runs the work of all writers beside two people who publish. */
async function withPublishers<T>(t: ExecutionContext, id: string, work: Promise<T>): Promise<T> {
  let isOver = false;
  const publishers = [0, 2].map((writer) => publishAlong(t, id, writer, () => isOver));
  try {
    return await work;
  } finally {
    isOver = true;
    await Promise.all(publishers);
  }
}

/** Asserts that each save has a version of its own, and that none is missing. */
const hasNoGaps = (t: ExecutionContext, versions: readonly number[]) =>
  t.deepEqual(
    versions.toSorted((one, other) => one - other),
    Array.from({ length: versions.length }, (_, index) => index + 2),
  );

test("20 live editors over two processes: no save is lost, versions have no gaps, and publish sees what it publishes (rules/content 23 and 25)", async (t) => {
  const id = await makePage({ log: "🦊" });
  const letter = (writer: number, save: number) => String.fromCodePoint(0x1f300 + writer * SAVES + save);
  const editors = await Promise.all(
    Array.from({ length: WRITERS }, (_, writer) => LiveEditor.open(side(writer), id)),
  );
  const versions: number[] = [];
  const write = async (editor: LiveEditor, writer: number) => {
    for (let save = 0; save < SAVES; save++) {
      const text = editor.text("log");
      // A whole letter has two positions.
      if (isSharing(writer)) text.insert(2 * ((writer + save) % (text.length / 2)), letter(writer, save));
      else editor.fields.set(`own${writer}`, `${writer} ${save}`);
      versions.push((await editor.sync()).version);
    }
  };
  await withPublishers(t, id, Promise.all(editors.map(write)));
  hasNoGaps(t, versions);
  const { document } = await read(id);
  t.is(document.draftVersion, 1 + WRITERS * SAVES);
  const letters = [...(document.draft.log as string)];
  const expected = editors.flatMap((_, writer) =>
    isSharing(writer) ? Array.from({ length: SAVES }, (_, save) => letter(writer, save)) : [],
  );
  t.deepEqual(letters.toSorted(), ["🦊", ...expected].toSorted());
  for (let writer = 0; writer < WRITERS; writer++)
    if (!isSharing(writer)) t.is(document.draft[`own${writer}`], `${writer} ${SAVES - 1}`);
  for (const editor of editors) {
    await editor.sync();
    t.true(isDeepStrictEqual(editor.json, document.draft));
  }
});

test("full replaces beside live editors over two processes: no save is lost, and versions have no gaps (rules/content 12 and 25)", async (t) => {
  const id = await makePage({ log: "🦊", last: "" });
  const versions: number[] = [];
  const said = new Map<number, string>();
  const edit = async (writer: number) => {
    const editor = await LiveEditor.open(side(writer), id);
    for (let save = 0; save < SAVES; save++) {
      editor.text("log").insert(0, "x");
      versions.push((await editor.sync()).version);
    }
  };
  /** Saves whole drafts without reading what others wrote. */
  const replace = async (writer: number) => {
    for (let save = 0; save < SAVES; save++) {
      const last = `${writer} ${save}`;
      const { status, body } = await side(writer).put(`/v1/content/documents/${id}`, {
        draft: { log: "🦊", last },
      });
      t.is(status, 200);
      versions.push(body.version);
      said.set(body.version, last);
      t.is(body.document.draft.last, last);
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) =>
    isSharing(writer) ? edit(writer) : replace(writer),
  );
  await withPublishers(t, id, Promise.all(writers));
  hasNoGaps(t, versions);
  const { document } = await read(id);
  t.is(document.draftVersion, 1 + WRITERS * SAVES);
  // The last save wins, field by field.
  t.is(document.draft.last, said.get(Math.max(...said.keys())));
  t.regex(document.draft.log, /^x*🦊$/u);
});
