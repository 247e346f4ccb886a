import anyTest, { type TestFn } from "ava";
import type { Client } from "../../helpers/client.js";
import { makeReader } from "../../helpers/make-reader.js";
import type { Received } from "../../helpers/receiver.js";
import { until } from "../../helpers/until.js";
import { openWebhookSite, type WebhookSite } from "../../helpers/webhook-site.js";

/** Number of publishes, each of which is committed, indexed and then told to a webhook. The long run makes 200. */
const ROUNDS = Number(process.env.KILN_RUNS ?? 100) >= 1000 ? 200 : 4;

const test = anyTest as TestFn<{ scene: WebhookSite }>;
test.before(async (t) => {
  t.context = { scene: await openWebhookSite() };
});
test.after.always((t) => t.context.scene?.close());

test("who asks from within a receiver, either process, by REST or GraphQL, reads what the event is about (rules/webhooks 2)", async (t) => {
  const { scene } = t.context;
  const { site, receiver, projectId, at } = scene;
  const processes = await Promise.all([site.start(), site.start()]);
  const sides = processes.map(at);
  const [first] = sides;
  const reader = await makeReader(first.person, projectId);
  const readers = processes.map(({ url }) => reader.at(url));

  /** Returns the title of a document from REST by id, a REST list and GraphQL. Undefined means that the document is not there. */
  const titlesOf = async (client: Client, id: string): Promise<(string | undefined)[]> => {
    const where = encodeURIComponent(JSON.stringify({ _id: { eq: id } }));
    const query = `{ article(id: "${id}") { title } allArticle(where: {_id: {eq: "${id}"}}) { items { title } } }`;
    const [single, list, graphql] = await Promise.all([
      client.get(`/v1/content/${projectId}/documents/${id}`),
      client.get(`/v1/content/${projectId}/documents?type=article&where=${where}`),
      client.post(`/v1/content/${projectId}/graphql`, { query }),
    ]);
    return [
      single.body.document?.title,
      list.body.documents[0]?.title,
      graphql.body.data.article?.title,
      graphql.body.data.allArticle.items[0]?.title,
    ];
  };

  const wrong: string[] = [];
  let asked = 0;
  receiver.answer = async (_req, res, { body }: Received) => {
    const expected = body.event === "document.publish" ? body.document.title : undefined;
    try {
      const found = (await Promise.all(readers.map((client) => titlesOf(client, body.documentId)))).flat();
      for (const title of found)
        if (title !== expected) wrong.push(`${body.event}: ${title}, not ${expected}`);
    } catch (error) {
      wrong.push(String(error));
    }
    asked++;
    res.end();
  };
  const id = await first.documents.make({ title: "0" });
  for (let round = 1; round <= ROUNDS; round++) {
    const { documents } = sides[round % 2] ?? first;
    const { body } = await documents.put(id, { title: `Round ${round}` });
    t.is((await documents.publish(id, body.version)).status, 200);
    await until(async () => asked === 2 * round - 1);
    t.is((await documents.unpublish(id)).status, 200);
    await until(async () => asked === 2 * round);
  }
  t.deepEqual(wrong, []);
});
