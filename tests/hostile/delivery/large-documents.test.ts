import { randomUUID } from "node:crypto";
import test from "ava";
import { ContentDocument } from "../../../entities/content-document.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { insertMany } from "../../helpers/hostile/insert-backlog.js";
import { makeProject } from "../../helpers/make-project.js";
import { field, postType } from "../../helpers/post-type.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// An account publishes the largest documents that there may be, and its own token reads many of them at once in ways that no cached
// answer serves. What these answers retain while they are made has a bound, whatever asks for them.

const DOCUMENTS = 12;
/** Nearly the 4 MB that a draft may have (rules/content 47). */
const BODY = "largest ".repeat(500_000);
const AT_ONCE = 4;

let hostile: HostileSite;
let mallory: Person;
let projectId: string;
let token: string;
const ids: string[] = [];
test.before(async () => {
  hostile = await HostileSite.open();
  mallory = await signUp(hostile.kiln.url);
  projectId = await makeProject(mallory);
  const body = field("body", { type: "text" });
  await postType(mallory.api, projectId, "article", [field("title"), body], { titleField: "title" });
  const documents = new Documents(mallory, projectId);
  const first = await documents.makePublished({ title: "Document", body: BODY });
  ids.push(first);
  await insertMany(hostile.site, DOCUMENTS - 1, async (tx, from, to) => {
    const row = await tx.findOne(ContentDocument, { id: first });
    if (row === null) throw new Error("The document is not there.");
    for (let at = from; at < to; at += 1) {
      const id = randomUUID();
      await tx.insert(ContentDocument, { ...row, id } as never);
      ids.push(id);
    }
  });
  const made = await mallory.api.post(`/v1/projects/${projectId}/content/tokens`, { name: "reader" });
  token = made.body.secret as string;
});
test.after.always(() => hostile?.close());

const headers = () => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });

/** Returns the status of an answer, its length and its first characters. */
async function read(answer: Response): Promise<{ status: number; bytes: number; begin: string }> {
  let bytes = 0;
  let begin = "";
  for await (const piece of answer.body ?? []) {
    bytes += (piece as Uint8Array).length;
    if (begin.length < 200) begin += Buffer.from(piece as Uint8Array).toString("latin1", 0, 200);
  }
  return { status: answer.status, bytes, begin };
}

const get = async (path: string) =>
  read(await fetch(`${hostile.kiln.url}/v1/content/${projectId}${path}`, { headers: headers() }));

const ask = async (query: string) =>
  read(
    await fetch(`${hostile.kiln.url}/v1/content/${projectId}/graphql`, {
      method: "POST",
      headers: headers(),
      body: JSON.stringify({ query }),
    }),
  );

const atOnce = <T>(work: (at: number) => Promise<T>, count = AT_ONCE): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

const LISTS = "allArticle(limit: 100, offset: 0) { items { title } }";

test.serial(
  "the largest documents, read in many ways at once, hurt nobody: an answer is whole, or says why it is none (rules/delivery 45)",
  async (t) => {
    const met = await hostile.witness.during(async () => {
      const pages = await atOnce((at) =>
        get(`/documents?type=article&limit=6&offset=${at % 2}&sort=title&where={"title":{"ne":"${at}"}}`),
      );
      for (const { status, bytes } of pages)
        t.true(status === 503 || (status === 200 && bytes > 6 * BODY.length));
      t.true(pages.some(({ status }) => status === 200));

      const titles = await atOnce((at) =>
        get(`/documents?type=article&select=title&where={"title":{"ne":"${at}"}}`),
      );
      for (const { status, bytes } of titles) t.true(status === 503 || (status === 200 && bytes < 10_000));

      const singles = await atOnce((at) => get(`/documents/${ids[at]}?select=title`), DOCUMENTS);
      for (const { status } of singles) t.true([200, 503].includes(status));

      const texts = await atOnce((at) => ask(`{ a${at}: allArticle(limit: 6) { items { title body } } }`));
      for (const { status, bytes } of texts)
        t.true(status === 503 || (status === 200 && bytes > 6 * BODY.length));

      // graphql-js answers a query that is about the schema too, and retains all documents until then.
      const whole = await atOnce((at) =>
        ask(`{ __schema { queryType { name } } a${at}: ${LISTS} b: ${LISTS} }`),
      );
      for (const { status, begin } of whole)
        t.true(status === 503 || begin.includes("The documents that this query reads are over 16 MB"), begin);
    });
    assertUnhurt(t, met);
  },
);

test.serial("the process stops in time, and ledger, quota and disk are exact", (t) => hostile.stop(t));
