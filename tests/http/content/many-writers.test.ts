import test from "ava";
import type { Answer, Person } from "../../helpers/client.js";
import { signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { postType } from "../../helpers/post-type.js";

const WRITERS = 20;
const SAVES = 6;

let site: Site;
let ann: Person;
let projectId: string;
/** The same documents through each process: two on a server, the one that the embedded file allows. */
let doors: Documents[];

test.before(async () => {
  site = await openSite();
  const first = await site.start();
  const urls = [first.url];
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

test("20 writers on one document through two processes lose no save: versions without gaps, and a publish never publishes what its baseVersion did not see", async (t) => {
  t.timeout(120_000);
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
