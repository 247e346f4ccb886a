import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { ExecutionContext } from "ava";
import type { Client, Person } from "./client.js";
import { IS_LONG } from "./is-long.js";
import { LiveEditor } from "./live-editor.js";
import { makeProject } from "./make-project.js";

/** Project whose pages are written at two processes at once. */
export interface Pages {
  /** Clients of the same person at each of the two. */
  sides: readonly [Client, Client];
  projectId: string;
}

const WRITERS = 20;
const SAVES = IS_LONG ? 8 : 3;
/** Returns whether a writer shares the common field. Each other writer has a field of its own. */
const isSharing = (writer: number) => writer % 2 === 0;

/** Makes a project with a type that has a field for each writer, and two that they share. */
export async function openPages(sides: Pages["sides"], ann: Person): Promise<Pages> {
  const projectId = await makeProject(ann);
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
  const type = { name: "page", title: "Page", fields };
  const made = await ann.api.post(`/v1/projects/${projectId}/content/types`, type);
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return { sides, projectId };
}

const sideOf = ({ sides }: Pages, writer: number): Client => sides[(writer >> 1) % 2 === 0 ? 0 : 1];

async function makePage({ sides, projectId }: Pages, draft: object): Promise<string> {
  const path = `/v1/projects/${projectId}/content/documents`;
  const { body } = await sides[0].post(path, { type: "page", draft });
  return body.document.id as string;
}

const read = async (pages: Pages, id: string, writer = 0) =>
  (await sideOf(pages, writer).get(`/v1/content/documents/${id}`)).body;

/** Publishes until told to end. A publish takes exactly the version that was read, or nothing. */
async function publishAlong(
  t: ExecutionContext,
  pages: Pages,
  { id, writer, isOver }: { id: string; writer: number; isOver: () => boolean },
) {
  let published = 0;
  while (!isOver()) {
    const { document } = await read(pages, id, writer);
    const { status, body } = await sideOf(pages, writer).post(`/v1/content/documents/${id}/publish`, {
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
async function withPublishers<T>(
  t: ExecutionContext,
  pages: Pages,
  id: string,
  work: Promise<T>,
): Promise<T> {
  let isOver = false;
  const publishers = [0, 2].map((writer) => publishAlong(t, pages, { id, writer, isOver: () => isOver }));
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

/**
 * 20 people edit a page live, and two publish it meanwhile: no save is lost, versions have no gaps, and a publish sees what it publishes
 * (rules/content 23 and 25).
 */
export async function editLive(t: ExecutionContext, pages: Pages): Promise<void> {
  const id = await makePage(pages, { log: "🦊" });
  const letter = (writer: number, save: number) => String.fromCodePoint(0x1f300 + writer * SAVES + save);
  const editors = await Promise.all(
    Array.from({ length: WRITERS }, (_, writer) => LiveEditor.open(sideOf(pages, writer), id)),
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
  await withPublishers(t, pages, id, Promise.all(editors.map(write)));
  hasNoGaps(t, versions);
  const { document } = await read(pages, id);
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
}

/** Half of 20 writers replace a whole draft, beside live editors: no save is lost, and versions have no gaps (rules/content 12 and 25). */
export async function replaceBeside(t: ExecutionContext, pages: Pages): Promise<void> {
  const id = await makePage(pages, { log: "🦊", last: "" });
  const versions: number[] = [];
  const said = new Map<number, string>();
  const edit = async (writer: number) => {
    const editor = await LiveEditor.open(sideOf(pages, writer), id);
    for (let save = 0; save < SAVES; save++) {
      editor.text("log").insert(0, "x");
      versions.push((await editor.sync()).version);
    }
  };
  /** Saves whole drafts without reading what others wrote. */
  const replace = async (writer: number) => {
    for (let save = 0; save < SAVES; save++) {
      const last = `${writer} ${save}`;
      const { status, body } = await sideOf(pages, writer).put(`/v1/content/documents/${id}`, {
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
  await withPublishers(t, pages, id, Promise.all(writers));
  hasNoGaps(t, versions);
  const { document } = await read(pages, id);
  t.is(document.draftVersion, 1 + WRITERS * SAVES);
  // The last save wins, field by field.
  t.is(document.draft.last, said.get(Math.max(...said.keys())));
  t.regex(document.draft.log, /^x*🦊$/u);
}
