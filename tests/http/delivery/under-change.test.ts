import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import type { Answer, Client } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeReader } from "../../helpers/make-reader.js";
import { postType } from "../../helpers/post-type.js";
import { startKiln } from "../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln }>;
test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln?.stop());

/** Number of rounds of each writer. The long run makes more. */
const ROUNDS = Number(process.env.KILN_RUNS ?? 100) >= 1000 ? 400 : 20;
const DOCUMENTS = 12;
const READERS = 8;

/** Known state of a document. `version` grows with each change that began or ended. */
interface Known {
  id: string;
  rank: number;
  isPublished: boolean;
  version: number;
}

const RANK = { name: "rank", title: "Rank", type: "number" };
const IS_ODD = { name: "isOdd", title: "Odd", type: "boolean" };
/** Schemas that the type has in turn. `rank` and `isOdd` are read alike in all of them. */
const SHAPES = [
  [RANK, IS_ODD],
  [RANK, IS_ODD, { name: "label", title: "Label", type: "string" }],
  [RANK, IS_ODD, { name: "label", title: "Label", type: "text", localized: true }],
  [
    RANK,
    IS_ODD,
    { name: "label", title: "Label", type: "number" },
    { name: "more", title: "More", type: "text" },
  ],
];
const locale = (code: string) => ({ code, title: code, fallback: null, required: false });

/** The fields of a delivered article that this test compares. */
type Read = { _id: string; rank: number; isOdd: boolean };

test("readers beside publishes, unpublishes, new schemas and locales: never a failure, nothing stale, whole pages (rules/delivery 6)", async (t) => {
  const { kiln } = t.context;
  const ann = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  const type = await postType(ann.api, projectId, "article", SHAPES[0]);
  const documents = new Documents(ann, projectId);
  const reader = await makeReader(ann, projectId);
  const known: Known[] = [];
  for (let rank = 1; rank <= DOCUMENTS; rank++) {
    const id = await documents.makePublished({ rank, isOdd: rank % 2 === 1 });
    known.push({ id, rank, isPublished: true, version: 0 });
  }
  const wrong: string[] = [];
  const expect = ({ status, body }: Answer, what: string): boolean => {
    if (status === 200 && body.errors === undefined) return true;
    wrong.push(`${what}: ${status} ${JSON.stringify(body)}`);
    return false;
  };
  const running = { writers: 3 };

  const change = async (document: Known, to: Partial<Known>, work: () => Promise<unknown>): Promise<void> => {
    document.version++;
    await work();
    Object.assign(document, to);
    document.version++;
  };
  const publish = async (document: Known, rank: number): Promise<void> => {
    const { body } = await documents.put(document.id, { rank, isOdd: rank % 2 === 1 });
    await change(document, { rank, isPublished: true }, async () =>
      expect(await documents.publish(document.id, body.version), "publish"),
    );
  };
  const publishing = async (own: readonly Known[]): Promise<void> => {
    for (let round = 0; round < 2 * ROUNDS; round++)
      for (const document of own.slice(round % own.length, (round % own.length) + 1))
        await publish(document, document.rank + DOCUMENTS + 1);
    running.writers--;
  };
  const hiding = async (own: readonly Known[]): Promise<void> => {
    for (let round = 0; round < ROUNDS; round++) {
      const document = own[round % own.length];
      await change(document, { isPublished: false }, async () =>
        expect(await documents.unpublish(document.id), "unpublish"),
      );
      await publish(document, document.rank + DOCUMENTS + 1);
    }
    running.writers--;
  };
  const reshaping = async (): Promise<void> => {
    let baseVersion = type.latestVersion;
    for (let round = 1; round <= ROUNDS; round++) {
      const fields = SHAPES[round % SHAPES.length];
      const changed = await ann.api.put(`/v1/content/types/${type.id}`, { baseVersion, fields });
      if (expect(changed, "type")) baseVersion = changed.body.contentType.latestVersion;
      const codes = round % 3 === 0 ? ["en"] : ["en", "de"];
      const settings = { defaultLocale: "en", locales: codes.map(locale) };
      expect(await ann.api.put(`/v1/projects/${projectId}/content/settings`, settings), "settings");
    }
    running.writers--;
  };

  /** Compares the read documents with the states known before and after: a document that did not change must be exactly so. */
  const compare = (before: readonly Known[], read: readonly Read[], isOneOf: (rank: number) => boolean) => {
    const found = new Map(read.map((each) => [each._id, each]));
    for (const [at, was] of before.entries()) {
      const is = known[at];
      const got = found.get(was.id);
      if (got !== undefined && (got.rank < was.rank || got.isOdd !== (got.rank % 2 === 1)))
        wrong.push(`stale: ${JSON.stringify(got)} where ${was.rank} was published`);
      if (is.version !== was.version || was.version % 2 === 1) continue;
      const expected = was.isPublished && isOneOf(was.rank) ? was.rank : undefined;
      if (got?.rank !== expected) wrong.push(`read ${got?.rank} where ${expected} stood still`);
    }
  };
  const seen = () => known.map((each) => ({ ...each }));
  const list = `/v1/content/${projectId}/documents?type=article&limit=100`;
  const odd = `&where=${encodeURIComponent('{"isOdd":{"eq":true}}')}`;
  const isOdd = (rank: number) => rank % 2 === 1;
  const every = () => true;
  const page = (total: number, read: readonly Read[]): void => {
    if (total !== read.length) wrong.push(`a page of ${read.length} whose total is ${total}`);
  };
  const reads: ((client: Client) => Promise<void>)[] = [
    async (client) => {
      const before = seen();
      const answer = await client.get(`${list}&sort=-rank`);
      if (!expect(answer, "list")) return;
      compare(before, answer.body.documents, every);
      page(answer.body.total, answer.body.documents);
    },
    async (client) => {
      const before = seen();
      const answer = await client.get(`${list}${odd}&locale=*`);
      if (!expect(answer, "odd")) return;
      compare(before, answer.body.documents, isOdd);
      page(answer.body.total, answer.body.documents);
      if (answer.body.documents.some((read: Read) => !read.isOdd)) wrong.push("one that does not match");
    },
    async (client) => {
      const document = known[Math.floor(Math.random() * known.length)];
      const was = { ...document };
      const { status, body } = await client.get(`/v1/content/${projectId}/documents/${document.id}`);
      if (status === 200 && body.document.rank < was.rank) wrong.push("stale by id");
      const isStill = was.version === document.version && was.version % 2 === 0;
      if (status !== 200 && (status !== 404 || (isStill && was.isPublished))) wrong.push(`by id: ${status}`);
      if (isStill && was.isPublished && body.document?.rank !== was.rank) wrong.push("stale by id");
    },
    async (client) => {
      const before = seen();
      const query = "{ allArticle(limit: 100, sort: [rank_ASC]) { total items { _id rank isOdd } } }";
      const answer = await client.post(`/v1/content/${projectId}/graphql`, { query });
      if (!expect(answer, "GraphQL")) return;
      const { total, items } = answer.body.data.allArticle;
      compare(before, items, every);
      page(total, items);
    },
  ];
  const reading = async (at: number): Promise<number> => {
    let count = 0;
    for (; running.writers > 0; count++) await reads[(at + count) % reads.length]?.(reader);
    return count;
  };
  const [counts] = await Promise.all([
    Promise.all(Array.from({ length: READERS }, (_, at) => reading(at))),
    publishing(known.slice(0, DOCUMENTS / 2)),
    hiding(known.slice(DOCUMENTS / 2)),
    reshaping(),
  ]);
  t.deepEqual([...new Set(wrong)].slice(0, 10), []);
  t.log(`${counts.reduce((sum, count) => sum + count, 0)} reads`);
});
