import test, { type ExecutionContext } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import type { Client } from "../../helpers/client.js";
import type { Documents } from "../../helpers/content.js";
import { countStatements } from "../../helpers/count-statements.js";
import { makeReader } from "../../helpers/make-reader.js";
import { makeSite } from "../../helpers/make-site.js";
import { isInRings } from "../../helpers/of-rings.js";
import { startKiln } from "../../helpers/start-kiln.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "next", title: "Next", type: "reference", to: ["article"] },
];
const SYSTEM = ["_id", "_type", "_status", "_createdAt", "_updatedAt", "_publishedAt", "_locale"];
const COUNT = 12;
/** Changes between which everything is asked twice; the rings have half of them. */
const STEPS = isInRings() ? 45 : 90;

interface Scene {
  kiln: Kiln;
  path: string;
  documents: Documents;
  ids: string[];
  readers: Client[];
}
async function makeScene(t: ExecutionContext): Promise<Scene> {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const { ann, projectId, documents } = await makeSite(kiln, FIELDS);
  const ids: string[] = [];
  for (let n = 0; n < COUNT; n++) {
    const next = ids.at(-1);
    ids.push(await documents.makePublished({ title: `T${n}`, ...(next && { next: { documentId: next } }) }));
  }
  const readers = [await makeReader(ann, projectId), await makeReader(ann, projectId, "preview")];
  return { kiln, path: `/v1/content/${projectId}`, documents, ids, readers };
}

interface ParsedRequest {
  url: string;
  body?: object;
}

/** Returns the same questions at every step, or ones that were never asked and have the same answers. */
function questions({ path, ids }: Scene, fresh: number | null): ParsedRequest[] {
  const system = SYSTEM.filter((_name, bit) => fresh !== null && ((fresh + 1) >> bit) & 1);
  const select = ["title", "next", ...system].join(",");
  const list = (query: string) => ({ url: `${path}/documents?type=article&select=${select}&${query}` });
  const graphql = (query: string) => ({
    url: `${path}/graphql`,
    body: { query, ...(fresh !== null && { variables: { fresh } }) },
  });
  return [
    list("limit=5"),
    list("sort=title&limit=4&offset=2&expand=next"),
    list('where={"title":{"contains":"T1"}}&expand=next.next&expandDepth=2'),
    { url: `${path}/documents/${ids[3]}?select=${select}` },
    { url: `${path}/documents/${ids[5]}?select=${select}&expand=next` },
    graphql("{ allArticle(limit: 6, sort: title_DESC) { total items { title next { title _status } } } }"),
    graphql(`{ article(id: "${ids[7]}") { title _status next { title next { title } } } }`),
  ];
}

const ask = (reader: Client, { url, body }: ParsedRequest) =>
  body === undefined ? reader.get(url) : reader.post(url, body);

test("answers that are kept are those that would be made anew, whatever changes in between (rules/delivery 10)", async (t) => {
  const scene = await makeScene(t);
  const { documents, ids, readers } = scene;
  let state = 7;
  const draw = (limit: number) => (state = (state * 48_271) % 2_147_483_647) % limit;
  for (let step = 0; step < STEPS; step++) {
    const id = ids[draw(COUNT)] ?? "";
    const { document } = (await documents.get(id)).body;
    const change = draw(4);
    if (change === 0 && document.status !== "draft") await documents.unpublish(id, "?force=true");
    else {
      const next = draw(3) === 0 ? {} : { next: { documentId: ids[draw(COUNT)] } };
      const saved = await documents.put(id, { title: `T${draw(20)}`, ...next });
      if (change > 1) await documents.publish(id, saved.body.version);
    }
    for (const reader of readers) {
      const fresh = questions(scene, step);
      for (const [at, question] of questions(scene, null).entries()) {
        const one = await ask(reader, question);
        const other = await ask(reader, fresh[at] ?? question);
        t.is(one.status, other.status, question.url);
        if (one.status === 200) t.deepEqual(one.body, other.body, question.url);
      }
    }
  }
});

test("a publish of another document leaves an answer as it is: it takes two statements more for all answers", async (t) => {
  const { kiln, path, documents, ids, readers } = await makeScene(t);
  const [reader] = readers;
  if (reader === undefined) throw new Error("There is no reader.");
  // The document is neither on the page nor referenced by it.
  const url = `${path}/documents?type=article&sort=title&limit=2&expand=next`;
  // A response that is asked for once is not kept.
  await reader.get(url);
  const first = await reader.get(url);
  const other = ids.at(-1) ?? "";
  const saved = await documents.put(other, { title: "Z" });
  await documents.publish(other, saved.body.version);
  const seen = await countStatements(kiln, async () => {
    t.is((await reader.get(url)).headers.get("etag"), first.headers.get("etag"));
  });
  // The statements are of the token, the changes, and the document that the document index follows.
  t.is(seen.length, 3, seen.join("\n"));
  t.is((await countStatements(kiln, () => reader.get(url))).length, 1);
});
