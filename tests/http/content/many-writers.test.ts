import test from "ava";
import type * as Y from "yjs";
import type { Answer, Person } from "../../helpers/client.js";
import { signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { field, postType } from "../../helpers/post-type.js";
import { LiveEditor } from "../../helpers/live-editor.js";

const WRITERS = 20;
const SAVES = 6;

let site: Site;
let ann: Person;
let projectId: string;
/** Access to the same documents through each process: two on a server, one on the embedded file. */
let doors: Documents[];
let urls: string[];

test.before(async () => {
  site = await openSite();
  const first = await site.startHere();
  urls = [first.url];
  if (process.env.KILN_TEST_DB === "mariadb") urls.push((await site.start()).url);
  ann = await signUp(first.url);
  projectId = await makeProject(ann);
  await postType(ann.api, projectId, "article");
  doors = urls.map((url) => new Documents({ ...ann, api: ann.api.at(url) }, projectId));
});
test.after.always(() => site?.close());

const door = (index: number): Documents => doors[index % doors.length] ?? new Documents(ann, projectId);

interface Seen {
  version: number;
  title: string;
}

test("20 writers on one document through two processes lose no save: versions without gaps, and a publish never publishes what its baseVersion did not see (rules/content 25 and 26)", async (t) => {
  const id = await door(0).make({ title: "0" });
  const saved: Seen[] = [];
  const done = new AbortController();
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let turn = 0; turn < SAVES; turn++) {
      const title = `${writer}.${turn}`;
      const { status, body } = await door(writer).put(id, { title });
      t.is(status, 200);
      saved.push({ version: body.version, title: body.document.draft.title });
      t.is(body.document.draft.title, title);
    }
  });
  const published: Seen[] = [];
  const publishers = Array.from({ length: 2 }, async (_, publisher) => {
    while (!done.signal.aborted) {
      const { document } = (await door(publisher).get(id)).body;
      const answer: Answer = await door(publisher + 1).publish(id, document.draftVersion);
      t.true([200, 409].includes(answer.status));
      if (answer.status === 200)
        published.push({ version: document.draftVersion, title: answer.body.document.published.title });
    }
  });
  await Promise.all(writers);
  done.abort();
  await Promise.all(publishers);

  const titles = new Map(saved.map(({ version, title }) => [version, title]));
  t.deepEqual(
    [...titles.keys()].toSorted((a, b) => a - b),
    Array.from({ length: WRITERS * SAVES }, (_, index) => index + 2),
  );
  for (const { version, title } of published) t.is(title, titles.get(version) ?? "0");
  const last = (await door(0).get(id)).body.document;
  t.is(last.draftVersion, WRITERS * SAVES + 1);
  t.is(last.draft.title, titles.get(last.draftVersion));
  const { revisions } = (await door(1).revisions(id, "?limit=200")).body;
  for (const { id: revisionId, kind, version } of revisions.slice(0, 20)) {
    const { payload } = (await door(0).revision(id, revisionId)).body.revision;
    t.is(payload.title, titles.get(version) ?? "0", `${kind} ${version}`);
  }
});

test("of writers that race for one baseVersion through two processes one saves, and who repeats loses nothing (rules/content 14)", async (t) => {
  const id = await door(0).make({ title: "" });
  const path = `/v1/content/documents/${id}`;
  const api = (writer: number) => ann.api.at(urls[writer % urls.length] ?? "");
  const winners = new Map<number, number>();
  const words = Array.from({ length: 8 }, async (_, writer) => {
    for (let turn = 0; turn < 3; turn++)
      for (;;) {
        const { document } = (await api(writer).get(path)).body;
        const { draftVersion: baseVersion } = document;
        const draft = { title: `${document.draft.title ?? ""} ${writer}.${turn}`.trim() };
        const answer =
          turn === 1
            ? await api(writer).put(path, { draft }, { headers: { "if-match": `"${baseVersion}"` } })
            : await api(writer).send(turn === 0 ? "PUT" : "PATCH", path, { body: { draft, baseVersion } });
        t.true([200, 409].includes(answer.status), JSON.stringify(answer.body));
        if (answer.status !== 200) continue;
        t.false(winners.has(baseVersion), "two saved onto one version");
        winners.set(baseVersion, writer);
        t.is(answer.body.version, baseVersion + 1);
        break;
      }
  });
  await Promise.all(words);
  const { title } = (await door(0).get(id)).body.document.draft;
  const all = Array.from({ length: 8 }, (_, writer) => [0, 1, 2].map((turn) => `${writer}.${turn}`)).flat();
  t.deepEqual(title.split(" ").toSorted(), all.toSorted());
  t.is(winners.size, 24);
});

test("first writers through two processes all stay, beside a PUT and a PATCH (rules/content 11 and 23)", async (t) => {
  const type = await postType(ann.api, projectId, "story", [
    field("title"),
    field("body", { type: "text" }),
    field("tags", { type: "array", of: { type: "string" } }),
  ]);
  t.truthy(type.id);
  const { body } = await ann.api.post(`/v1/projects/${projectId}/content/documents`, {
    type: "story",
    draft: {},
  });
  const id: string = body.document.id;
  const editors = await Promise.all(
    Array.from({ length: 6 }, (_, index) => LiveEditor.open(ann.api.at(urls[index % urls.length] ?? ""), id)),
  );
  for (const [index, editor] of editors.entries()) {
    editor.text("body").insert(0, `w${index} `);
    (editor.fields.get("tags") as Y.Array<string>).push([`t${index}`]);
  }
  await Promise.all([
    ...editors.map((editor) => editor.sync()),
    ann.api.patch(`/v1/content/documents/${id}`, { draft: { title: "Titled" } }),
  ]);
  for (const editor of editors) await editor.sync();
  const { draft } = (await door(0).get(id)).body.document;
  t.is(draft.title, "Titled");
  t.deepEqual(draft.body.match(/w\d/g)?.toSorted(), ["w0", "w1", "w2", "w3", "w4", "w5"]);
  t.deepEqual(draft.tags.toSorted(), ["t0", "t1", "t2", "t3", "t4", "t5"]);
  for (const editor of editors) t.deepEqual(editor.json, draft);
});
